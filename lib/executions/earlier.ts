import type { Execution } from '#lib/executions/execution.ts';

/**
 * What the campaign's counters contain for an ended execution and its predecessors. A new enrolment overwrites the execution, so
 * the new execution stores these counts in `earlier`. A recount of the campaign then stays exact.
 */
export function countsOfEarlier({
  status,
  sentCount,
  earlier = {},
}: Pick<Execution, 'status' | 'sentCount' | 'earlier'>): Record<string, number> {
  const counts = { ...earlier };
  for (const counter of ['contacts', status, sentCount > 0 ? 'started' : 'endedUnsent']) {
    counts[counter] = (counts[counter] ?? 0) + 1;
  }

  return counts;
}
