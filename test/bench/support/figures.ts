import type { Bench } from './bench.ts';
import type { Cost } from './cost.ts';

/** What something costs, and what it may cost. */
export interface Figure {
  readonly name: string;
  readonly operations: readonly string[];
  readonly cost: Cost;
  readonly target?: Partial<Cost> | undefined;
  /** Why the target is missed. */
  readonly why?: string | undefined;
}

/** How long lists are: nothing should be cheap only because there is little of it. */
export const manyItems = 300;

export type Scenario = (bench: Bench) => Promise<readonly Figure[]>;

export const readTargets = {
  one: { roundTrips: 2, writeUnits: 1, readUnits: 1 },
  page: { roundTrips: 2, writeUnits: 1, readUnits: 5 },
} as const satisfies Record<string, Partial<Cost>>;

/** Every caller is counted: 1; each item of a transaction: 2; each of its places in an index: 1. */
export function writeTarget(items: number, indexEntries: number): Partial<Cost> {
  return { roundTrips: 3, writeUnits: 1 + 2 * items + indexEntries, readUnits: 1 };
}

/** The record of the answer is one item more, and looking for it one read more. */
export function keyedTarget({ roundTrips = 0, writeUnits = 0, readUnits = 0 }: Partial<Cost>): Partial<Cost> {
  return { roundTrips, writeUnits: writeUnits + 2, readUnits: readUnits + 1 };
}

export const replayTarget: Partial<Cost> = { roundTrips: 2, writeUnits: 1, readUnits: 1 };
