import type { Tally } from '#lib/commit/new-event.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';

/** The counter of a campaign for executions in this state; undefined for those that are sent, due or ended. */
export function waitingCounterOf(
  execution: Pick<Execution, 'status' | 'sendState'>,
): 'paused' | 'unknown' | undefined {
  if (execution.status === 'paused') return 'paused';

  return isOpen(execution) && execution.sendState === 'unknown' ? 'unknown' : undefined;
}

/**
 * What an execution adds to the counters of its campaign while it waits for a value or for the outcome of an email. Every
 * write that leaves such a state must check the state that these were made from.
 */
export function waitingTallies(execution: Execution, by: 1 | -1): Tally[] {
  const counter = waitingCounterOf(execution);
  if (counter === undefined) return [];
  const { campaignId: subjectId, sentCount } = execution;

  return [
    { subjectId, counter, by },
    ...(sentCount === 0 ? [{ subjectId, counter: `${counter}Unsent`, by }] : []),
  ];
}
