/** Condition keys of a request. A missing key was not in the request. */
type AccessContext = Readonly<Record<string, readonly string[] | undefined>>;

/** One action of a call on one resource. */
export interface Access {
  /** For example `dynamodb:PutItem`. */
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

/** A role with its inline policies; attached policies are not supported. */
export interface Role {
  readonly name: string;
  readonly statements: readonly Statement[];
}

/** Whether the policies of a role allow an access. */
export type Policy = (access: Access) => boolean;

type Operator = (
  allowedValues: readonly string[],
) => (requestValues: readonly string[] | undefined) => boolean;

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_policies_elements_condition_operators.html */
const operators: Readonly<Record<string, Operator>> = {
  StringEquals:
    (allowedValues) =>
    (requestValues = []) =>
      requestValues.some((value) => allowedValues.includes(value)),
  Null: (allowedValues) => (requestValues) => allowedValues.includes(String(requestValues === undefined)),
  // Both are also true when the key is missing, as in IAM.
  'ForAllValues:StringLike': (allowedValues) => {
    const patterns = allowedValues.map((pattern) => anchoredPattern(glob(pattern)));

    return (requestValues = []) => requestValues.every((value) => matches(patterns, value));
  },
  'ForAllValues:StringNotLike': (deniedValues) => {
    const patterns = deniedValues.map((pattern) => anchoredPattern(glob(pattern)));

    return (requestValues = []) => !requestValues.some((value) => matches(patterns, value));
  },
};

/** Keys that `requiredAccesses` determines. */
const contextKeys = ['dynamodb:LeadingKeys', 'kms:EncryptionContextKeys', 'iam:PassedToService'];

/** Evaluates one role's own policies like IAM: access needs an Allow statement, and a Deny statement overrides it. */
export function createPolicy(statements: readonly Statement[]): Policy {
  const compiled = statements.map(compile);
  const byAction = new Map<string, typeof compiled>();
  const statementsFor = (action: string) => {
    const statementsOfAction =
      byAction.get(action) ?? compiled.filter(({ actions }) => matches(actions, action));
    byAction.set(action, statementsOfAction);

    return statementsOfAction;
  };

  return ({ action, resource, context }) => {
    const effects = statementsFor(action)
      .filter(({ resources, holds }) => matches(resources, resource) && holds(context))
      .map(({ effect }) => effect);

    return effects.length > 0 && !effects.includes('Deny');
  };
}

/** Describes a part of a statement that this implementation would ignore; undefined when it supports all parts. */
export function findUnsupported({ resources, conditions }: Statement): string | undefined {
  const operator = conditions.find((each) => operators[each.operator] === undefined)?.operator;
  if (operator !== undefined) return `the condition ${operator}`;
  const key = conditions.find((each) => !contextKeys.includes(each.key))?.key;
  if (key !== undefined) return `the condition key ${key}`;
  const values = [...resources, ...conditions.flatMap((each) => each.values)];
  const variable = values.find((value) => value.includes('${'));

  return variable === undefined ? undefined : `the variable in ${variable}`;
}

function compile({ effect, actions, resources, conditions }: Statement) {
  const tests = conditions.map(({ operator, key, values }) => ({ key, test: operators[operator]?.(values) }));

  return {
    effect,
    actions: actions.map((action) => anchoredPattern(glob(action), 'i')),
    resources: resources.map(resourcePattern),
    holds: (context: AccessContext) => tests.every(({ key, test }) => test?.(context[key]) === true),
  };
}

/** Each of the first five parts of an ARN is matched separately; colons in the last part belong to a name. */
function resourcePattern(pattern: string): RegExp {
  if (pattern === '*') return anchoredPattern('.*');
  const parts = pattern.split(':');
  const leadingParts = parts.slice(0, 5).map((part) => glob(part, '[^:]'));

  return anchoredPattern([...leadingParts, glob(parts.slice(5).join(':'))].join(':'));
}

/** @param characterPattern regular expression for one character */
function glob(pattern: string, characterPattern = '.'): string {
  return pattern
    .replaceAll(/[.+^${}()|[\]\\/-]/g, '\\$&')
    .replaceAll('*', `${characterPattern}*`)
    .replaceAll('?', characterPattern);
}

function anchoredPattern(source: string, flags = 's'): RegExp {
  return new RegExp(`^${source}$`, flags);
}

function matches(patterns: readonly RegExp[], value: string): boolean {
  return patterns.some((pattern) => pattern.test(value));
}
