import type { Execution } from '#lib/executions/execution.ts';

/**
 * The counts of an ended execution and its predecessors in the campaign's counters. The execution that replaces them stores
 * these counts, so that a recount of the campaign stays exact.
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
