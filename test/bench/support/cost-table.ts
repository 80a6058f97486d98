import * as z from 'zod/mini';
import { Cost, type Measure, measures } from './cost.ts';
import type { Figure } from './figures.ts';

const Entry = z.extend(Cost, { target: z.optional(z.partial(Cost)), why: z.optional(z.string()) });

/** All figures by name. */
export const CostTable = z.record(z.string(), Entry);
export type CostTable = z.infer<typeof CostTable>;

export interface Difference {
  readonly name: string;
  readonly measure: Measure;
  readonly was: number;
  readonly is: number;
}

export function toCostTable(figures: readonly Figure[]): CostTable {
  const entries = figures.map(({ name, cost, target, why }) => {
    const entry = { ...cost, ...(target && { target }) };

    return [name, why === undefined || missesOf(entry).length === 0 ? entry : { ...entry, why }] as const;
  });

  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Figures that differ. Figures that only one table has are ignored. */
export function differencesOf(before: CostTable, after: CostTable): Difference[] {
  return Object.entries(after).flatMap(([name, entry]) => {
    const known = before[name];

    return measures.flatMap((measure) =>
      known && known[measure] !== entry[measure]
        ? [{ name, measure, was: known[measure], is: entry[measure] }]
        : [],
    );
  });
}

/** The measures in which an entry exceeds its target. */
export function missesOf({ target = {}, ...cost }: CostTable[string]): Measure[] {
  return measures.filter((measure) => cost[measure] > (target[measure] ?? Number.POSITIVE_INFINITY));
}

export function describeDifferences(differences: readonly Difference[]): string {
  const width = Math.max(0, ...differences.map(({ name }) => name.length));

  return differences
    .map(({ name, measure, was, is }) => `${name.padEnd(width)}  ${measure.padEnd(14)}  ${was} → ${is}`)
    .join('\n');
}
