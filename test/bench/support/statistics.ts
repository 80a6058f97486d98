/**
 * The smallest value that so large a part of all values does not exceed: the nearest-rank method.
 * @param part above 0, at most 1
 * @throws when there are no values: their percentile would look like a good one
 */
export function percentile(values: readonly number[], part: number): number {
  const rank = Math.ceil(part * values.length);
  const value = values.toSorted((a, b) => a - b)[Math.max(rank, 1) - 1];
  if (value === undefined) throw new Error('no values, no percentile');

  return value;
}

/** Per second, from the first moment to the last. @param moments in milliseconds, in any order; at least two */
export function rateOf(moments: readonly number[]): number {
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  if (!(last > first)) throw new Error('a rate needs two moments');

  return ((moments.length - 1) * 1000) / (last - first);
}

/** The middle value; of an even number the lower one of the two. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
