import { type IndexName, tableIndexes } from '#lib/storage/schema.ts';
import type { Item, Key, Query, SortKeyRange } from '#lib/storage/table.ts';

interface Entry {
  /** The sort key; in an index also the key of the item, because entries of an index may have equal sort keys. */
  readonly order: string;
  readonly sortKey: string;
  readonly item: Item;
}

type Partitions = Map<string, Entry[]>;

/** Items by partition and sort key, and the entries of the table's indexes. */
export function createSortedItems() {
  const items = new Map<string, Item>();
  const table: Partitions = new Map();
  const indexes = new Map(tableIndexes.map(({ name }): [IndexName, Partitions] => [name, new Map()]));
  const find = (pk: string, sk: string) => items.get(idOf({ pk, sk }));
  const remove = (key: Key) => {
    const item = find(key.pk, key.sk);
    if (!item) return;
    items.delete(idOf(key));
    for (const [partitions, pk, entry] of indexEntriesOf(item)) removeEntry(partitions, pk, entry);
  };
  const indexEntriesOf = (item: Item): [Partitions, string, Entry][] => [
    [table, item.pk, { order: item.sk, sortKey: item.sk, item }],
    ...tableIndexes.flatMap((index): [Partitions, string, Entry][] => {
      const [pk, sk] = [item[`${index.name}pk`], item[`${index.name}sk`]];
      const partitions = indexes.get(index.name);
      if (typeof pk !== 'string' || typeof sk !== 'string' || !partitions) return [];
      const entry = { order: `${sk}\u0000${idOf(item)}`, sortKey: sk, item: projected(item, index) };

      return [[partitions, pk, entry]];
    }),
  ];

  return {
    find,
    remove,
    put(item: Item) {
      remove(item);
      items.set(idOf(item), item);
      for (const [partitions, pk, entry] of indexEntriesOf(item)) addEntry(partitions, pk, entry);
    },
    query({ index, pk, ...range }: Query) {
      const partitions = index === undefined ? table : indexes.get(index);

      return readRange(partitions?.get(pk) ?? [], range);
    },
    all: () => items.values(),
  };
}

const idOf = ({ pk, sk }: Key) => `${pk}\u0000${sk}`;

function projected(item: Item, index: (typeof tableIndexes)[number]): Item {
  if (index.projection === 'ALL') return item;
  const kept = ['pk', 'sk', `${index.name}pk`, `${index.name}sk`];
  const names: readonly string[] = 'attributes' in index ? [...kept, ...index.attributes] : kept;
  const entries = names.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]]));

  return { ...Object.fromEntries(entries), pk: item.pk, sk: item.sk };
}

function addEntry(partitions: Partitions, pk: string, entry: Entry): void {
  const entries = partitions.get(pk);
  if (!entries) return void partitions.set(pk, [entry]);
  const position = firstPosition(entries, ({ order }) => order >= entry.order);
  entries.splice(position, 0, entry);
}

function removeEntry(partitions: Partitions, pk: string, { order }: Entry): void {
  const entries = partitions.get(pk) ?? [];
  const position = firstPosition(entries, (each) => each.order >= order);
  if (entries[position]?.order === order) entries.splice(position, 1);
}

function readRange(entries: readonly Entry[], { sk, limit, descending }: Omit<Query, 'pk' | 'index'>) {
  const [begin, end] = boundsOf(entries, sk);
  const count = Math.min(limit, end - begin);
  const selected = descending
    ? entries.slice(end - count, end).toReversed()
    : entries.slice(begin, begin + count);

  return { items: selected.map(({ item }) => item), hasMore: end - begin > count };
}

/** The positions of the first entry of a range and of the first entry after it. */
function boundsOf(entries: readonly Entry[], sk: SortKeyRange | undefined): [number, number] {
  if (!sk) return [0, entries.length];
  const { after, before, prefix } = sk;
  if (after !== undefined) return [firstPosition(entries, ({ sortKey }) => sortKey > after), entries.length];
  if (before !== undefined) return [0, firstPosition(entries, ({ sortKey }) => sortKey >= before)];
  const first = sk.prefix ?? sk.from;
  const isAfter = (sortKey: string) => (prefix === undefined ? sortKey > sk.to : !sortKey.startsWith(prefix));
  const begin = firstPosition(entries, ({ sortKey }) => sortKey >= first);

  // With a prefix, `isAfter` also holds for the entries before the range.
  return [begin, firstPosition(entries, ({ sortKey }) => sortKey >= first && isAfter(sortKey))];
}

/** The position of the first element for which the test holds, by binary search: it also holds for all later ones. */
export function firstPosition<Element>(
  sorted: readonly Element[],
  holds: (element: Element) => boolean,
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const element = sorted[middle];
    if (element !== undefined && holds(element)) high = middle;
    else low = middle + 1;
  }

  return low;
}
