import { ledgerEntriesBetween } from '#lib/commit/ledger-entries.ts';
import { dayOfColumns } from '#lib/statistics/columns.ts';
import { countedEvents, statKindsOf } from '#lib/statistics/counters.ts';
import { columnNumbers, dayNumbers, statsPartition } from '#lib/statistics/items.ts';
import { addTo, statKinds, zeros } from '#lib/statistics/kinds.ts';
import { readColumns, readDay, withHours } from '#lib/statistics/roll-up.ts';
import { dayInHalfMonth, dayMs, halfMonthOf, quarterMs, quartersOfDay } from '#lib/statistics/utc-days.ts';
import type { Table } from '#lib/storage/table.ts';
import { timeOfId } from '#lib/values/ids.ts';

/** Counts of a day for the workspace (undefined) and each scope of its events: per kind, one for each quarter of an hour. */
export type Recount = Map<string | undefined, number[]>;

/**
 * The correct counts of a day, from the ledger alone: for the workspace, and for campaigns and accounts with events. Reads all
 * counted events of the day: about 0.1 read units each.
 */
export async function recountDay(table: Table, workspaceId: string, day: string): Promise<Recount> {
  const beginsAt = Date.parse(day);
  const scopes: Recount = new Map([[undefined, zeros(quartersOfDay)]]);
  const period = { beginsAt, endsAt: beginsAt + dayMs };
  for await (const entry of ledgerEntriesBetween(table, workspaceId, countedEvents, period)) {
    const quarter = Math.floor((timeOfId(entry.id) - beginsAt) / quarterMs);
    const scopeIds = [entry.campaignId, entry.emailAccountId].filter((id) => id !== undefined);
    for (const scope of [undefined, ...scopeIds]) {
      const numbers = scopes.get(scope) ?? zeros(quartersOfDay);
      scopes.set(scope, numbers);
      // A bot event counts nothing, but its scopes are compared, because they may have wrong counts.
      for (const kind of entry.isBot ? [] : statKindsOf(entry)) {
        const index = statKinds.indexOf(kind) * quartersOfDay + quarter;
        numbers[index] = (numbers[index] ?? 0) + 1;
      }
    }
  }

  return scopes;
}

/** The stored counts of a day. Each count is in the hours, in the day item or in the columns, so the sum has it once. */
async function readStoredDay(
  table: Table,
  workspaceId: string,
  scopeId: string | undefined,
  day: string,
): Promise<number[]> {
  const pk = statsPartition(workspaceId, scopeId);
  const [{ rolledUp, hours }, columns] = await Promise.all([
    readDay(table, pk, day),
    readColumns(table, pk, halfMonthOf(day)),
  ]);
  const numbers = withHours(dayNumbers(rolledUp), hours);
  // Columns that do not exist yet have zeros.
  const allColumnNumbers = columns.map(({ item }) => columnNumbers(item));
  addTo(numbers, dayOfColumns(allColumnNumbers, dayInHalfMonth(day)));

  return numbers;
}

/** The difference between stored and correct counts of one scope. */
export interface Difference {
  readonly day: string;
  /** Undefined for the workspace. */
  readonly scopeId: string | undefined;
  /** The numbers to add to the day's quarters, by kind. */
  readonly missing: readonly number[];
}

/** Compares a day's stored counts with the ledger, for the scopes of `recount` and `scopes`. */
export async function compareDay(
  table: Table,
  workspaceId: string,
  day: string,
  recount: Recount,
  scopes: readonly string[] = [],
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const scopeId of new Set([...recount.keys(), ...scopes])) {
    const missing = [...(recount.get(scopeId) ?? zeros(quartersOfDay))];
    addTo(missing, await readStoredDay(table, workspaceId, scopeId, day), -1);
    if (missing.some((number) => number !== 0)) differences.push({ day, scopeId, missing });
  }

  return differences;
}

/**
 * `sent: -2, opened: +1`: the differing kinds and their difference over the whole day. `at other times` means that the sum is
 * correct, but not the quarters.
 */
export function describeDifference({ missing }: Pick<Difference, 'missing'>): string {
  const ofKind = (kind: number) => missing.slice(kind * quartersOfDay, (kind + 1) * quartersOfDay);
  const described = [...statKinds.entries()].flatMap(([position, kind]) => {
    const numbers = ofKind(position);
    if (numbers.every((number) => number === 0)) return [];
    const sum = numbers.reduce((total, number) => total + number, 0);

    return [`${kind}: ${sum > 0 ? '+' : ''}${sum === 0 ? 'at other times' : sum}`];
  });

  return described.join(', ');
}
