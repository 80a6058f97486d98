/** The earliest of the moments that are known; undefined when none is. */
export function earliest(moments: readonly (number | undefined)[]): number | undefined {
  const known = moments.filter((moment) => moment !== undefined);

  return known.length === 0 ? undefined : Math.min(...known);
}
