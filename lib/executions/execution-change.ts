import type { CounterIncrement } from '#lib/commit/change.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Write } from '#lib/storage/table.ts';

/** The writes of a change to executions, and the increments of their campaigns' counters. */
export interface ExecutionChange {
  readonly writes: readonly Write[];
  readonly increments: readonly CounterIncrement[];
}

export function joinChanges(changes: readonly ExecutionChange[]): ExecutionChange {
  return {
    writes: changes.flatMap(({ writes }) => writes),
    increments: changes.flatMap(({ increments }) => increments),
  };
}

/** The error of a failed condition on an execution: the use case then runs again. */
export const executionChanged = () => new StaleDecision('the execution was changed concurrently');
