import type { Access } from './policy.ts';

/** The name of the partition key of each table and index, by `table` and `table/index/name`. */
export type PartitionKeys = Readonly<Record<string, string>>;

type Attribute = Readonly<Record<string, unknown>>;
type Marshalled = Readonly<Record<string, Attribute>>;

/** Fields of requests that determine permissions. The SDK creates the requests, so their format is not validated. */
interface OnItem {
  readonly TableName: string;
  readonly Key?: Marshalled;
  readonly Item?: Marshalled;
}

interface OnTable extends OnItem {
  readonly IndexName?: string;
  readonly KeyConditionExpression?: string;
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>>;
  readonly ExpressionAttributeValues?: Marshalled;
}

interface Batch {
  readonly RequestItems: Readonly<
    Record<string, { readonly Keys: readonly Marshalled[] } | readonly Readonly<Record<string, OnItem>>[]>
  >;
}

interface Transaction {
  readonly TransactItems: readonly Readonly<Record<string, OnItem>>[];
}

/** An action on an item, or on all items of a partition. */
interface PartitionAccess {
  readonly action: string;
  /** `table` or `table/index/name`. */
  readonly tableOrIndex: string;
  /** Value of the partition key; undefined when the request contains none. */
  readonly leadingKey: string | undefined;
}

const transactionActions: Readonly<Record<string, string>> = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
  Get: 'GetItem',
};

/**
 * The actions and partitions of a DynamoDB request. A transaction needs permission for the action
 * of each part; `TransactWriteItems` itself is not an action.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis-iam.html
 * @param arnOf creates the ARN of `table/name`
 * @throws when the partition cannot be determined from the request
 */
export function dynamoDbAccesses(
  operation: string,
  body: string,
  { partitionKeys, arnOf }: { partitionKeys: PartitionKeys; arnOf: (resource: string) => string },
): Access[] {
  const accessesById = new Map<string, { action: string; tableOrIndex: string; leadingKeys: Set<string> }>();
  for (const { action, tableOrIndex, leadingKey } of partitionAccesses(
    operation,
    JSON.parse(body),
    partitionKeys,
  )) {
    const id = `${action} ${tableOrIndex}`;
    const access = accessesById.get(id) ?? { action, tableOrIndex, leadingKeys: new Set() };
    if (leadingKey !== undefined) access.leadingKeys.add(leadingKey);
    accessesById.set(id, access);
  }

  return [...accessesById.values()].map(({ action, tableOrIndex, leadingKeys }) => ({
    action: `dynamodb:${action}`,
    resource: arnOf(`table/${tableOrIndex}`),
    context: { 'dynamodb:LeadingKeys': leadingKeys.size > 0 ? [...leadingKeys] : undefined },
  }));
}

function partitionAccesses(
  operation: string,
  input: Batch & OnTable & Transaction,
  keys: PartitionKeys,
): PartitionAccess[] {
  switch (operation) {
    case 'TransactWriteItems':
    case 'TransactGetItems':
      return input.TransactItems.flatMap((part) =>
        Object.entries(part).map(([kind, each]) =>
          itemAccess(transactionActions[kind] ?? kind, each.TableName, each, keys),
        ),
      );
    case 'BatchGetItem':
    case 'BatchWriteItem':
      // A read has `{ Keys }`; a write has `[{ PutRequest: { Item } }, { DeleteRequest: { Key } }]`.
      return Object.entries(input.RequestItems).flatMap(([table, requests]) =>
        ('Keys' in requests
          ? requests.Keys.map((Key) => ({ Key }))
          : requests.flatMap(Object.values<OnItem>)
        ).map((each) => itemAccess(operation, table, each, keys)),
      );
    case 'Query':
      return [queryAccess(input, keys)];
    default:
      return [itemAccess(operation, tableOrIndexOf(input), input, keys)];
  }
}

/** A request to put an item has the item; other requests have its key. */
function itemAccess(
  action: string,
  table: string,
  { Key, Item = Key }: Pick<OnItem, 'Key' | 'Item'>,
  keys: PartitionKeys,
): PartitionAccess {
  return { action, tableOrIndex: table, leadingKey: keyText(Item?.[keys[table] ?? '']) };
}

/** For an index, the leading key is the index's partition key. */
function queryAccess(input: OnTable, keys: PartitionKeys): PartitionAccess {
  const tableOrIndex = tableOrIndexOf(input);
  const equalities = (input.KeyConditionExpression ?? '').matchAll(/(#?\w+)\s*=\s*(:\w+)/g);
  for (const [, name = '', value = ''] of equalities) {
    if ((input.ExpressionAttributeNames?.[name] ?? name) !== keys[tableOrIndex]) continue;

    return { action: 'Query', tableOrIndex, leadingKey: keyText(input.ExpressionAttributeValues?.[value]) };
  }

  throw new Error(`Cannot determine the partition of ${tableOrIndex} in the request`);
}

function tableOrIndexOf({ TableName, IndexName }: OnTable): string {
  return IndexName === undefined ? TableName : `${TableName}/index/${IndexName}`;
}

function keyText(attribute: Attribute | undefined): string | undefined {
  const [value] = Object.values(attribute ?? {});

  return value === undefined ? undefined : String(value);
}
