import type { Execution } from '#lib/executions/execution.ts';

/**
 * What the campaign counts for an ended execution and its predecessors. The execution that replaces them stores it, so that
 * a recount of the campaign stays exact.
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
