/** What a service tells of a request besides its action and its resource. A key that is missing was not in the request. */
type AccessContext = Readonly<Record<string, readonly string[] | undefined>>;

/** One thing that a call does. */
export interface Access {
  /** As in `dynamodb:PutItem`. */
  readonly action: string;
  readonly resource: string;
  readonly context: AccessContext;
}

interface Condition {
  readonly operator: string;
  readonly key: string;
  readonly values: readonly string[];
}

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly conditions: readonly Condition[];
}

/** By its own policies: nothing is attached from elsewhere. */
export interface Role {
  readonly name: string;
  readonly statements: readonly Statement[];
}

export type Policy = (access: Access) => boolean;

type Operator = (wanted: readonly string[]) => (found: readonly string[] | undefined) => boolean;

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
const operators: Readonly<Record<string, Operator>> = {
  StringEquals:
    (wanted) =>
    (found = []) =>
      found.some((value) => wanted.includes(value)),
  Null: (wanted) => (found) => wanted.includes(String(found === undefined)),
  'ForAllValues:StringLike': (wanted) => {
    const patterns = wanted.map((pattern) => whole(glob(pattern)));

    // True, too, where the key is missing: that is how IAM has it.
    return (found = []) => found.every((value) => matches(patterns, value));
  },
};

/** Those that `accessesOf` finds out. */
const contextKeys = ['dynamodb:LeadingKeys', 'kms:EncryptionContextKeys', 'iam:PassedToService'];

/** What of a statement would be passed over here, in words; undefined when nothing would. */
export function findUnknown({ resources, conditions }: Statement): string | undefined {
  const operator = conditions.find((each) => operators[each.operator] === undefined)?.operator;
  if (operator !== undefined) return `the condition ${operator}`;
  const key = conditions.find((each) => !contextKeys.includes(each.key))?.key;
  if (key !== undefined) return `the condition key ${key}`;
  const values = [...resources, ...conditions.flatMap((each) => each.values)];
  const variable = values.find((value) => value.includes('${'));

  return variable === undefined ? undefined : `the variable in ${variable}`;
}

/** Decides as IAM does over one role's own policies: what is not allowed is refused, and what is denied is refused anyway. */
export function createPolicy(statements: readonly Statement[]): Policy {
  const compiled = statements.map(compile);
  const byAction = new Map<string, typeof compiled>();
  const concerning = (action: string) => {
    const known = byAction.get(action) ?? compiled.filter(({ actions }) => matches(actions, action));
    byAction.set(action, known);

    return known;
  };

  return ({ action, resource, context }) => {
    const effects = concerning(action)
      .filter(({ resources, holds }) => matches(resources, resource) && holds(context))
      .map(({ effect }) => effect);

    return effects.length > 0 && !effects.includes('Deny');
  };
}

function compile({ effect, actions, resources, conditions }: Statement) {
  const tests = conditions.map(({ operator, key, values }) => ({ key, test: operators[operator]?.(values) }));

  return {
    effect,
    actions: actions.map((action) => whole(glob(action), 'i')),
    resources: resources.map(resourcePattern),
    holds: (context: AccessContext) => tests.every(({ key, test }) => test?.(context[key]) === true),
  };
}

/** The first five parts of an ARN are each matched by themselves; the colons in the last one are part of a name. */
function resourcePattern(pattern: string): RegExp {
  if (pattern === '*') return whole('.*');
  const parts = pattern.split(':');
  const place = parts.slice(0, 5).map((part) => glob(part, '[^:]'));

  return whole([...place, glob(parts.slice(5).join(':'))].join(':'));
}

/** @param any what stands for one character */
function glob(pattern: string, any = '.'): string {
  return pattern
    .replaceAll(/[.+^${}()|[\]\\/-]/g, '\\$&')
    .replaceAll('*', `${any}*`)
    .replaceAll('?', any);
}

function whole(source: string, flags = 's'): RegExp {
  return new RegExp(`^${source}$`, flags);
}

function matches(patterns: readonly RegExp[], value: string): boolean {
  return patterns.some((pattern) => pattern.test(value));
}
