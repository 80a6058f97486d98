import type { Bench } from './bench.ts';
import type { Cost } from './cost.ts';

/** The cost of an operation, and its target. */
export interface Figure {
  readonly name: string;
  readonly operations: readonly string[];
  readonly cost: Cost;
  readonly target?: Partial<Cost> | undefined;
  /** Reason for missing the target. */
  readonly why?: string | undefined;
}

/** Length of lists: no operation should be cheap only because its list is short. */
export const manyItems = 300;

export type Scenario = (bench: Bench) => Promise<readonly Figure[]>;

export const readTargets = {
  one: { roundTrips: 2, writeUnits: 1, readUnits: 1 },
  page: { roundTrips: 2, writeUnits: 1, readUnits: 5 },
} as const satisfies Record<string, Partial<Cost>>;

/** Counting the caller: 1; each item of a transaction and the audit entry: 2; each index entry: 1. */
export function writeTarget(items: number, indexEntries: number): Partial<Cost> {
  return { roundTrips: 3, writeUnits: 1 + 2 * (items + 1) + indexEntries, readUnits: 1 };
}

/** Each request reads the credential of its caller, which the targets of subjects omit. */
export function authenticatedTarget(target: Partial<Cost> | undefined): Partial<Cost> | undefined {
  return target?.readUnits === undefined ? target : { ...target, readUnits: target.readUnits + 1 };
}

/** The idempotency record adds one item, and looking it up adds one read. */
export function keyedTarget({ roundTrips = 0, writeUnits = 0, readUnits = 0 }: Partial<Cost>): Partial<Cost> {
  return { roundTrips, writeUnits: writeUnits + 2, readUnits: readUnits + 1 };
}

export const replayTarget: Partial<Cost> = { roundTrips: 2, writeUnits: 1, readUnits: 1 };
