import type { IndexName } from '#lib/storage/schema.ts';

export interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** An item as read: a key and attributes that nobody has parsed yet. */
export interface Item extends Key {
  readonly [attribute: string]: unknown;
}

type Scalar = string | number | boolean | null;

export type Test =
  | 'present'
  | 'absent'
  | { readonly is: Scalar }
  | { readonly oneOf: readonly Scalar[] }
  | { readonly below: Scalar }
  | { readonly atMost: Scalar }
  | { readonly above: Scalar };

/** All tests must hold. */
export interface Condition {
  readonly [attribute: string]: Test;
}

interface Conditional {
  /** One condition, or alternatives of which one must hold. */
  readonly if?: Condition | readonly Condition[];
  /** What the failed condition means to the caller, told from the item as it was. */
  readonly otherwise?: (found: Item | undefined) => Error;
}

export interface Put extends Conditional {
  readonly put: Item;
}

export interface Update extends Conditional {
  readonly update: Key;
  readonly set?: Readonly<Record<string, unknown>>;
  readonly add?: Readonly<Record<string, number>>;
  /** To the ends of lists, which need not exist yet. */
  readonly append?: Readonly<Record<string, readonly unknown[]>>;
  readonly remove?: readonly string[];
}

interface Delete extends Conditional {
  readonly delete: Key;
}

export interface Check extends Conditional {
  readonly check: Key;
  readonly if: Condition | readonly Condition[];
}

export type Write = Put | Update | Delete | Check;

export interface Query {
  readonly index?: IndexName;
  readonly pk: string;
  /** Bounds of the sort key, both exclusive but for `from` and `to`; `prefix` stands alone. */
  readonly sk?: {
    readonly prefix?: string;
    readonly after?: string;
    readonly before?: string;
    readonly from?: string;
    readonly to?: string;
  };
  readonly limit: number;
  readonly descending?: boolean;
  /** Not possible on an index. */
  readonly consistent?: boolean;
}

/** A single write lost its condition. Carries the item as it was, so that no second read is needed. */
export class ConditionFailed extends Error {
  readonly found: Item | undefined;

  constructor(found: Item | undefined) {
    super('condition failed');
    this.name = 'ConditionFailed';
    this.found = found;
  }
}

/** The table left a part of a read undone, again and again: it is throttled. */
export class TableBusy extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'TableBusy';
  }
}

/** A transaction was refused as a whole; nothing was written. */
export class TransactionRefused extends Error {
  /** Position of each write whose condition failed, with the item as it was. */
  readonly failed: ReadonlyMap<number, Item | undefined>;

  constructor(failed: ReadonlyMap<number, Item | undefined>) {
    super(`transaction refused by ${failed.size} condition(s)`);
    this.name = 'TransactionRefused';
    this.failed = failed;
  }
}

/** What the service may ask of its one table. `dynamo-table.ts` is the only implementation. */
export interface Table {
  /** Eventually consistent unless asked otherwise. */
  get(key: Key, options?: { readonly consistent?: boolean }): Promise<Item | undefined>;
  /** In no particular order; missing items are left out. At most 100 keys. */
  getMany(keys: readonly Key[], options?: { readonly consistent?: boolean }): Promise<Item[]>;
  query(query: Query): Promise<{ readonly items: Item[]; readonly more: boolean }>;
  /** @returns the item as it is afterwards. @throws ConditionFailed */
  update(update: Update): Promise<Item>;
  /** @throws ConditionFailed */
  put(put: Put): Promise<void>;
  /**
   * All or nothing; at most 100 writes. Conflicts with other transactions are retried.
   * @throws TransactionRefused when a condition failed, or what the first failed write's `otherwise` says.
   */
  transact(writes: readonly Write[]): Promise<void>;
}
