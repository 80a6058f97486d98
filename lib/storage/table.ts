import type { IndexName } from '#lib/storage/schema.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** An item as read: a key and unparsed attributes. */
export interface Item extends Key {
  readonly [attribute: string]: unknown;
}

type Scalar = string | number | boolean | null;

/** A test of one attribute. */
export type Test =
  | 'present'
  | 'absent'
  | { readonly is: Scalar }
  | { readonly oneOf: readonly Scalar[] }
  | { readonly below: Scalar }
  | { readonly atMost: Scalar }
  | { readonly above: Scalar }
  /** Inclusive bounds. */
  | { readonly between: readonly [number, number] };

/** Tests by attribute name; all of them must hold. */
export interface Condition {
  readonly [attribute: string]: Test;
}

interface Conditional {
  /** One condition, or alternatives; at least one must hold. */
  readonly if?: Condition | readonly Condition[];
  /** Builds the error that `transact` throws for a failed condition, from the item as it was. */
  readonly otherwise?: (found: Item | undefined) => Error;
}

export interface Put extends Conditional {
  readonly put: Item;
}

/** Changes of attributes by name. */
interface AttributeChanges {
  readonly set: Readonly<Record<string, unknown>>;
  readonly add: Readonly<Record<string, number>>;
  /** Appends to lists. Creates a list if it does not exist. */
  readonly append: Readonly<Record<string, readonly unknown[]>>;
  readonly remove: readonly string[];
}

/** DynamoDB rejects an update without a change. */
type AtLeastOne<Changes> = { [Name in keyof Changes]: Partial<Changes> & Pick<Changes, Name> }[keyof Changes];

export type Update = Conditional & { readonly update: Key } & AtLeastOne<AttributeChanges>;

/** A condition on an item that the transaction does not change. */
export interface Check extends Conditional {
  readonly check: Key;
  readonly if: Condition | readonly Condition[];
}

export type Write = Put | Update | (Conditional & { readonly delete: Key }) | Check;

type Bound = 'prefix' | 'from' | 'to' | 'after' | 'before';
type Only<Given extends Bound> = { readonly [Name in Given]: string } & {
  readonly [Name in Exclude<Bound, Given>]?: never;
};
/** DynamoDB permits one of these conditions on the sort key. `from` and `to` are inclusive, `after` and `before` exclusive. */
export type SortKeyRange = Only<'prefix'> | Only<'from' | 'to'> | Only<'after'> | Only<'before'>;

export interface Query {
  readonly index?: IndexName;
  readonly pk: string;
  readonly sk?: SortKeyRange;
  readonly limit: number;
  readonly descending?: boolean;
}

/** The condition of a single write failed. Carries the item as it was, which saves a second read. */
export class ConditionFailed extends Error {
  override readonly name = 'ConditionFailed';
  readonly found: Item | undefined;

  constructor(found: Item | undefined) {
    super('condition failed');
    this.found = found;
  }
}

/** A batch read was still incomplete after all retries: the table is throttled. */
export class TableBusy extends Error {
  override readonly name = 'TableBusy';
}

/** A transaction was rejected as a whole; nothing was written. */
export class TransactionRefused extends Error {
  override readonly name = 'TransactionRefused';
  /** Position of each write with a failed condition, with the item as it was. */
  readonly failed: ReadonlyMap<number, Item | undefined>;

  constructor(failed: ReadonlyMap<number, Item | undefined>) {
    super(`transaction rejected by ${failed.size} condition(s)`);
    this.failed = failed;
  }
}

/**
 * All operations that the service uses on its table. `dynamo-table.ts` is the only implementation that is deployed; the local
 * stack uses one in memory to prepare its example workspace.
 */
export interface Table {
  /** Strongly consistent. */
  get(key: Key): Promise<Item | undefined>;
  /** In no particular order, each item once, without missing items. */
  getMany(keys: readonly Key[]): Promise<Item[]>;
  /** `hasMore` may be true although no item follows. */
  query(query: Query): Promise<{ readonly items: Item[]; readonly hasMore: boolean }>;
  /** @returns the item after the update. @throws ConditionFailed */
  update(update: Update): Promise<Item>;
  /** @throws ConditionFailed */
  put(put: Put): Promise<void>;
  /**
   * Writes all or nothing; at most 100 writes. Conflicts with other transactions are retried.
   * @throws TransactionRefused when a condition failed, or the error that the first failed write's `otherwise` builds
   */
  transact(writes: readonly Write[]): Promise<void>;
}

/**
 * Updates an item only if the condition holds. Otherwise a concurrent writer has already handled the change.
 * @returns the item after the update; undefined when the condition did not hold
 */
export async function updateIf(table: Table, update: Update): Promise<Item | undefined> {
  try {
    return await table.update(update);
  } catch (error) {
    if (error instanceof ConditionFailed) return undefined;
    throw error;
  }
}

/** Returns the item that was read for a key, or undefined. */
export type ItemLookup = (key: Key) => Item | undefined;

/** Reads items with strong consistency. */
export async function lookUpItems(table: Table, keys: readonly Key[]): Promise<ItemLookup> {
  return itemLookup(await table.getMany(keys));
}

export function itemLookup(found: readonly Item[]): ItemLookup {
  const items = new Map(found.map((item) => [identityOf(item), item]));

  return (key) => items.get(identityOf(key));
}

/** A text that is different for each key: no partition key has a line feed. */
export function identityOf({ pk, sk }: Key): string {
  return `${pk}\n${sk}`;
}

/** In bytes of UTF-8: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
export const partitionKeyBytesMax = 2048;
export const sortKeyBytesMax = 1024;

/**
 * Thrown for a key or a range that DynamoDB rejects. Schemas limit the text in keys, so this is a bug. The check runs before
 * the request, so that one such key does not fail the other items of the request, and because local engines accept some.
 */
export class InvalidKey extends Error {
  override readonly name = 'InvalidKey';
}

/** The key attributes of the table and of its indexes: `pk`, `sk`, `gsi1pk`, … */
const keyAttribute = /^(?:gsi\d)?([ps])k$/;

/** @throws InvalidKey */
export function checkKeys(attributes: object): void {
  for (const [name, value] of Object.entries(attributes)) {
    const kind = typeof value === 'string' ? keyAttribute.exec(name)?.[1] : undefined;
    if (kind !== undefined) checkLength(name, value, kind === 'p' ? partitionKeyBytesMax : sortKeyBytesMax);
  }
}

/** @throws InvalidKey */
export function checkQuery({ pk, sk }: Query): void {
  checkLength('pk', pk, partitionKeyBytesMax);
  for (const bound of Object.values(sk ?? {})) checkLength('sk', bound, sortKeyBytesMax);
  if (sk?.from !== undefined && sk.from > sk.to)
    throw new InvalidKey('the range of sk ends before it begins');
}

/** @throws InvalidKey */
export function checkWrite(write: Write): void {
  if ('put' in write) checkKeys(write.put);
  else if ('update' in write) {
    checkKeys(write.update);
    checkKeys(write.set ?? {});
  } else checkKeys('delete' in write ? write.delete : write.check);
}

function checkLength(name: string, text: string, bytesMax: number): void {
  if (text === '') throw new InvalidKey(`${name} is empty`);
  // A UTF-16 unit has at most three bytes in UTF-8, so most keys need no exact count.
  if (text.length * 3 <= bytesMax) return;
  const bytes = Buffer.byteLength(text);
  if (bytes <= bytesMax) return;

  throw new InvalidKey(`${name} has ${bytes} bytes; the table holds at most ${bytesMax}`);
}
