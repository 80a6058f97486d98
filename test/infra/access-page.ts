import { itemKinds } from '../../infra/constructs/item-kinds.ts';
import { type Access, createPolicy } from '../../infra/local/iam/policy.ts';
import type { FunctionModel } from '../../infra/local/template/functions.ts';

/** The actions of each letter of the matrix. A function has the letter if it may use at least one of them. */
const accessLetters = {
  r: ['BatchGetItem', 'Query'],
  c: ['ConditionCheckItem'],
  u: ['UpdateItem'],
  p: ['PutItem'],
  d: ['DeleteItem'],
} as const;

/** Actions on items that no function needs. */
const unusedActions = ['GetItem', 'Scan', 'BatchWriteItem', 'PartiQLSelect', 'PartiQLUpdate'];

const patterns = Object.values(itemKinds);

/** What a function may do with an item of each kind, by the pattern of the kind: letters such as `rcupd`. */
export function accessByKind(
  { role }: Pick<FunctionModel, 'role'>,
  tableArn: string,
): ReadonlyMap<string, string> {
  const isAllowed = createPolicy(role.statements);
  const mayUse = (action: string, leadingKey: string) => isAllowed(accessTo(action, tableArn, leadingKey));

  return new Map(
    patterns.map((pattern) => {
      // For example `W#x#CONTACT#x`. The key of other items of a workspace must not have another kind.
      const leadingKey = pattern.replaceAll('*', 'x');
      const unused = unusedActions.filter((action) => mayUse(action, leadingKey));
      const letters = Object.entries(accessLetters).flatMap(([letter, actions]) =>
        actions.some((action) => mayUse(action, leadingKey)) ? letter : [],
      );

      return [pattern, [...letters, ...unused].join('')];
    }),
  );
}

function accessTo(action: string, resource: string, leadingKey: string): Access {
  return { action: `dynamodb:${action}`, resource, context: { 'dynamodb:LeadingKeys': [leadingKey] } };
}

/** The content of `infra/ACCESS.md`. */
export function describeAccess(functions: readonly FunctionModel[], tableArn: string): string {
  const rows = functions.map((each) => {
    const access = accessByKind(each, tableArn);

    return [
      each.operation,
      ...patterns.map((pattern) => access.get(pattern) || ' '),
      indexesOf(each, tableArn),
    ];
  });

  return [
    ...head,
    tableRow(['function', ...patterns.map((pattern) => `\`${pattern}\``), 'indexes']),
    tableRow(['---', ...patterns.map(() => ':-:'), ':-:']),
    ...rows.map(tableRow),
    '',
  ].join('\n');
}

function indexesOf({ role }: FunctionModel, tableArn: string): string {
  return createPolicy(role.statements)(accessTo('Query', `${tableArn}/index/gsi1`, 'x')) ? 'r' : ' ';
}

const tableRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

const head = [
  '# Access to items',
  '',
  'This page is generated from the templates of the stage prod: the permission check of the local stack evaluates each role for an item of',
  'each kind. A test fails if it is out of date; `UPDATE_FUNCTIONS=1 npx vitest run test/infra/access.test.ts` regenerates it. Review a',
  'change of this page like a change of code.',
  '',
  'A kind is the pattern of the partition keys of its items. `W#*` is any other item of a workspace.',
  '',
  '- *r*: reads (BatchGetItem, Query)',
  '- *c*: checks conditions in a transaction (ConditionCheckItem)',
  '- *u*: updates or creates (UpdateItem)',
  '- *p*: replaces or creates (PutItem)',
  '- *d*: deletes (DeleteItem)',
  '',
];
