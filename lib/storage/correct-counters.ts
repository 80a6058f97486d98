import type { Condition, Item, Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';

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
  correct: Readonly<Record<string, number>>,
): WrongCounters | undefined {
  const counted = Object.fromEntries(Object.keys(correct).map((name) => [name, Number(item?.[name] ?? 0)]));
  const names = Object.keys(correct).filter((name) => counted[name] !== correct[name]);
  const pick = (numbers: Readonly<Record<string, number>>) =>
    Object.fromEntries(names.map((name) => [name, numbers[name] ?? 0]));

  return names.length === 0 ? undefined : { counted: pick(counted), recounted: pick(correct) };
}

/** Sets the recounted values. @returns false when a counter changed since the item was read */
export async function correctCounters(
  table: Table,
  item: Item,
  { recounted }: WrongCounters,
): Promise<boolean> {
  const unchanged = Object.fromEntries(
    Object.keys(recounted).map((name) => [name, name in item ? { is: Number(item[name]) } : 'absent']),
  ) as Condition;
  const { pk, sk } = item;

  return (
    (await updateIf(table, { update: { pk, sk }, set: recounted, if: { pk: 'present', ...unchanged } })) !==
    undefined
  );
}
