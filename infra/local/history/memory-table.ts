import { marshalledItem, requireItem } from '#lib/storage/encoding.ts';
import {
  type Condition,
  ConditionFailed,
  checkQuery,
  checkWrite,
  type Item,
  type Key,
  type Table,
  type Test,
  type Update,
  type Write,
} from '#lib/storage/table.ts';
import { transactionError } from '#lib/storage/transaction.ts';
import { createSortedItems } from './sorted-items.ts';

export interface MemoryTable extends Table {
  /** All items, in no particular order. */
  items(): Iterable<Item>;
}

/**
 * The `Table` in memory: use cases that run against it leave the items that they would leave in DynamoDB, thousands of
 * transactions per second. Reads are strongly consistent, and transactions never conflict.
 * @param onPut called with each new item after its transaction
 */
export function createMemoryTable(onPut: (item: Item) => void): MemoryTable {
  const items = createSortedItems();
  const find = ({ pk, sk }: Key) => items.find(pk, sk);
  const apply = (write: Write) => {
    if ('put' in write) items.put(normalise(write.put));
    else if ('update' in write) items.put(normalise(updated(find(write.update), write)));
    else if ('delete' in write) items.remove(write.delete);
  };
  const requireCondition = (write: Write) => {
    checkWrite(write);
    const found = find(keyOf(write));
    if (!meets(found, write.if)) throw new ConditionFailed(found);
  };

  return {
    items: items.all,
    get: async (key) => find(key),
    getMany: async (keys) => [...new Set(keys.flatMap((key) => find(key) ?? []))],

    async query(query) {
      checkQuery(query);

      return items.query(query);
    },

    async update(update) {
      requireCondition(update);
      apply(update);

      return { ...update.update, ...find(update.update) };
    },

    async put(put) {
      requireCondition(put);
      apply(put);
      onPut(put.put);
    },

    async transact(writes) {
      writes.forEach(checkWrite);
      const failed = new Map<number, Item | undefined>();
      for (const [position, write] of writes.entries()) {
        const found = find(keyOf(write));
        if (!meets(found, write.if)) failed.set(position, found);
      }
      if (failed.size > 0) throw transactionError(writes, failed);
      writes.forEach(apply);
      for (const write of writes) if ('put' in write) onPut(write.put);
    },
  };
}

/** The item as DynamoDB returns it: without undefined attributes, and independent of the caller's objects. */
function normalise(item: Item): Item {
  return requireItem(marshalledItem(item));
}

function keyOf(write: Write): Key {
  if ('put' in write) return write.put;
  if ('update' in write) return write.update;

  return 'delete' in write ? write.delete : write.check;
}

function updated(found: Item | undefined, { update, set, add, append, remove = [] }: Update): Item {
  const item: Record<string, unknown> & Item = { ...(found ?? update), ...set };
  for (const [name, by] of Object.entries(add ?? {})) item[name] = Number(item[name] ?? 0) + by;
  for (const [name, values] of Object.entries(append ?? {})) {
    const before = item[name];
    item[name] = [...(Array.isArray(before) ? before : []), ...values];
  }
  for (const name of remove) delete item[name];

  return item;
}

function meets(item: Item | undefined, condition: Condition | readonly Condition[] | undefined): boolean {
  if (condition === undefined) return true;
  const alternatives: readonly Condition[] = Array.isArray(condition) ? condition : [condition];

  return alternatives.some((each) =>
    Object.entries(each).every(([attribute, test]: [string, Test]) => passes(item?.[attribute], test)),
  );
}

/** DynamoDB compares only values of one type. */
function passes(value: unknown, test: Test): boolean {
  if (test === 'present') return value !== undefined;
  if (test === 'absent') return value === undefined;
  if ('is' in test) return value === test.is;
  if ('oneOf' in test) return test.oneOf.some((each) => each === value);
  if ('between' in test)
    return typeof value === 'number' && value >= test.between[0] && value <= test.between[1];
  if ('below' in test) return compare(value, test.below) < 0;
  if ('atMost' in test) return compare(value, test.atMost) <= 0;

  return compare(value, test.above) > 0;
}

/** NaN, which no comparison accepts, for values of different types. */
function compare(value: unknown, bound: unknown): number {
  if (typeof value === 'number' && typeof bound === 'number') return value - bound;
  if (typeof value !== 'string' || typeof bound !== 'string') return Number.NaN;
  if (value === bound) return 0;

  return value < bound ? -1 : 1;
}
