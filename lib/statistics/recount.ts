import { ledgerBetween } from '#lib/commit/between.ts';
import { dayOfColumns } from '#lib/statistics/columns.ts';
import { countedEvents, statKindsOf } from '#lib/statistics/counters.ts';
import { readColumns, readDay, withHours } from '#lib/statistics/fold.ts';
import { columnNumbers, dayNumbers, statsPartition } from '#lib/statistics/items.ts';
import { addTo, noNumbers, statKinds } from '#lib/statistics/kinds.ts';
import { dayInPeriod, dayMs, periodOf, quarterMs, quartersOfDay } from '#lib/statistics/utc-days.ts';
import type { Table } from '#lib/storage/table.ts';
import { timeOfId } from '#lib/values/ids.ts';

/** Of the workspace and of everything that its events name: the quarters of a day, kind by kind. */
export type Recount = Map<string | undefined, number[]>;

/**
 * What statistics must be, from the ledger alone. What no event names any more is not in it, but the workspace is.
 * Reads every mail and visit of the day: about 0.1 read units for each.
 */
export async function recountDay(table: Table, workspaceId: string, day: string): Promise<Recount> {
  const beginsAt = Date.parse(day);
  const scopes: Recount = new Map([[undefined, noNumbers(quartersOfDay)]]);
  const period = { beginsAt, endsAt: beginsAt + dayMs };
  for await (const line of ledgerBetween(table, workspaceId, countedEvents, period)) {
    const quarter = Math.floor((timeOfId(line.id) - beginsAt) / quarterMs);
    for (const scope of [undefined, line.campaignId, line.emailAccountId].filter(isScope)) {
      const numbers = scopes.get(scope) ?? noNumbers(quartersOfDay);
      scopes.set(scope, numbers);
      for (const kind of line.isBot ? [] : statKindsOf(line.type, line.isFirst)) {
        const at = statKinds.indexOf(kind) * quartersOfDay + quarter;
        numbers[at] = (numbers[at] ?? 0) + 1;
      }
    }
  }

  return scopes;
}

/** Undefined is the workspace, once. */
function isScope(scope: string | undefined, position: number): boolean {
  return position === 0 || scope !== undefined;
}

/** What was counted of a day, wherever it is by now. Strongly consistent. */
async function countedDay(
  table: Table,
  workspaceId: string,
  scopeId: string | undefined,
  day: string,
): Promise<number[]> {
  const pk = statsPartition(workspaceId, scopeId);
  const [{ folded, hours }, columns] = await Promise.all([
    readDay(table, pk, day),
    readColumns(table, pk, periodOf(day)),
  ]);
  const numbers = withHours(dayNumbers(folded), hours);
  if (columns.some(({ item }) => item)) {
    addTo(
      numbers,
      dayOfColumns(
        columns.map(({ item }) => columnNumbers(item)),
        dayInPeriod(day),
      ),
    );
  }

  return numbers;
}

/** By how much one thing was counted wrongly. */
export interface Difference {
  readonly day: string;
  /** Undefined: the workspace. */
  readonly scopeId: string | undefined;
  /** What is to be added to the quarters of the day, kind by kind. */
  readonly missing: readonly number[];
}

/** Compares a day as it was counted with the ledger, for everything that `recount` has and `scopes` besides. */
export async function compareDay(
  table: Table,
  workspaceId: string,
  day: string,
  recount: Recount,
  scopes: readonly string[] = [],
): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const scopeId of new Set([...recount.keys(), ...scopes])) {
    const missing = [...(recount.get(scopeId) ?? noNumbers(quartersOfDay))];
    addTo(missing, await countedDay(table, workspaceId, scopeId, day), -1);
    if (missing.some((number) => number !== 0)) differences.push({ day, scopeId, missing });
  }

  return differences;
}

/** `sent: -2, opened: +1`: the kinds of a difference, and by how much the day as a whole differs. */
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
