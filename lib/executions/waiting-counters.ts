import type { CounterIncrement } from '#lib/commit/new-event.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';

/** The campaign counter that an execution counts in while it is paused or has an unknown outcome; otherwise undefined. */
export function waitingCounterOf(
  execution: Pick<Execution, 'status' | 'sendState'>,
): 'paused' | 'unknown' | undefined {
  if (execution.status === 'paused') return 'paused';

  return isOpen(execution) && execution.sendState === 'unknown' ? 'unknown' : undefined;
}

/**
 * Counter increments for an execution that is paused or has an unknown outcome. A write that leaves such a state must
 * be conditional on the state that the increments were computed from.
 */
export function waitingCounterIncrements(execution: Execution, by: 1 | -1): CounterIncrement[] {
  const counter = waitingCounterOf(execution);
  if (counter === undefined) return [];
  const { campaignId: subjectId, sentCount } = execution;

  return [
    { subjectId, counter, by },
    ...(sentCount === 0 ? [{ subjectId, counter: `${counter}Unsent`, by }] : []),
  ];
}
