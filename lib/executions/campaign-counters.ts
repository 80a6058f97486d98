import type { CounterIncrement } from '#lib/commit/change.ts';
import { type Execution, isOpen } from '#lib/executions/execution.ts';

/**
 * Counter increments for an execution that is paused or has an unknown outcome; with both, it counts as paused. A write that
 * leaves such a state must be conditional on the state that the increments were computed from.
 */
export function waitingCounterIncrements(execution: Execution, by: 1 | -1): CounterIncrement[] {
  const { campaignId: subjectId, status, sendState, sentCount } = execution;
  const isPaused = status === 'paused';
  const isUnknown = isOpen(execution) && sendState === 'unknown';
  if (!isPaused && !isUnknown) return [];
  const counter = isPaused ? 'paused' : 'unknown';

  return [
    { subjectId, counter, by },
    ...(sentCount === 0 ? [{ subjectId, counter: `${counter}Unsent`, by }] : []),
  ];
}

/** The contact was removed before its enrolment. The execution counts only once it continues. */
export const excludedReason = 'excluded';

/**
 * What the campaign's counters contain for an execution and its predecessors, except the waiting counters. A new enrolment
 * overwrites an ended execution, so the new execution stores these counts in `earlier`. A recount of the campaign then stays
 * exact.
 */
export function countsOfExecution(
  execution: Pick<Execution, 'status' | 'reason' | 'sentCount' | 'earlier'>,
): Record<string, number> {
  const { status, reason, sentCount, earlier = {} } = execution;
  if (reason === excludedReason) return earlier;
  const counters = ['contacts'];
  if (sentCount > 0) counters.push('started');
  else if (!isOpen(execution)) counters.push('endedUnsent');
  if (!isOpen(execution)) counters.push(status);
  const counts = { ...earlier };
  for (const counter of counters) counts[counter] = (counts[counter] ?? 0) + 1;

  return counts;
}
