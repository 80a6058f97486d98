import { type Condition, type Item, type Key, type Table, updateIf } from '#lib/storage/table.ts';

/**
 * Counters of an item that differ from the recounted values. `counted` has the stored values. Both maps have the same names.
 */
export interface WrongCounters {
  readonly counted: Readonly<Record<string, number>>;
  readonly recounted: Readonly<Record<string, number>>;
}

/** A missing counter counts as 0. @returns undefined when all counters are correct */
export function findWrongCounters(
  item: Item | undefined,
  recounted: Readonly<Record<string, number>>,
): WrongCounters | undefined {
  const counted = Object.fromEntries(Object.keys(recounted).map((name) => [name, Number(item?.[name] ?? 0)]));
  const wrongNames = Object.keys(recounted).filter((name) => counted[name] !== recounted[name]);
  const pick = (numbers: Readonly<Record<string, number>>) =>
    Object.fromEntries(wrongNames.map((name) => [name, numbers[name] ?? 0]));

  return wrongNames.length === 0 ? undefined : { counted: pick(counted), recounted: pick(recounted) };
}

/**
 * Sets the recounted values.
 * @param item the stored counters; undefined if they do not exist
 * @returns false when a counter changed since the item was read
 */
export async function correctCounters(
  table: Table,
  { pk, sk }: Key,
  item: Item | undefined,
  { recounted }: WrongCounters,
): Promise<boolean> {
  const ifUnchanged = Object.fromEntries([
    ['pk', item ? 'present' : 'absent'],
    ...Object.keys(recounted).map((name) => [
      name,
      item && name in item ? { is: Number(item[name]) } : 'absent',
    ]),
  ]) as Condition;

  return (await updateIf(table, { update: { pk, sk }, set: recounted, if: ifUnchanged })) !== undefined;
}
