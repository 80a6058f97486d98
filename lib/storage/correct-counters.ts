import type { Condition, Item, Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';

/** Counters of an item that are not what they should be: what they are, and what they should be. */
export interface WrongCounters {
  readonly counted: Readonly<Record<string, number>>;
  readonly recounted: Readonly<Record<string, number>>;
}

/** @returns undefined when all are right. A counter that is not there is nought. */
export function wrongCounters(
  item: Item | undefined,
  right: Readonly<Record<string, number>>,
): WrongCounters | undefined {
  const counted = Object.fromEntries(Object.keys(right).map((name) => [name, Number(item?.[name] ?? 0)]));
  const names = Object.keys(right).filter((name) => counted[name] !== right[name]);
  const pick = (numbers: Readonly<Record<string, number>>) =>
    Object.fromEntries(names.map((name) => [name, numbers[name] ?? 0]));

  return names.length === 0 ? undefined : { counted: pick(counted), recounted: pick(right) };
}

/** Sets them right. @returns false when they were counted in since they were read */
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
