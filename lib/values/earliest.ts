/** The earliest of the given times, ignoring undefined; undefined when all are undefined. */
export function earliest(moments: readonly (number | undefined)[]): number | undefined {
  const defined = moments.filter((moment) => moment !== undefined);

  return defined.length === 0 ? undefined : Math.min(...defined);
}
