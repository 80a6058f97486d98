/**
 * The smallest value that is at least as large as this share of all values (nearest-rank method).
 * @param part
 * above 0, at most 1
 * @throws without values, because a percentile of no values would look good
 */
export function percentile(values: readonly number[], part: number): number {
  const rank = Math.ceil(part * values.length);
  const value = values.toSorted((a, b) => a - b)[Math.max(rank, 1) - 1];
  if (value === undefined) throw new Error('no values, no percentile');

  return value;
}

/**
 * Events per second, from the first to the last time.
 * @param moments in milliseconds, in any order; at least
 * two
 */
export function rateOf(moments: readonly number[]): number {
  const [first, last] = [Math.min(...moments), Math.max(...moments)];
  if (!(last > first)) throw new Error('a rate needs two moments');

  return ((moments.length - 1) * 1000) / (last - first);
}

/** The median; for an even number of values the lower of the two middle ones. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
