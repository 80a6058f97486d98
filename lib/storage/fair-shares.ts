/**
 * Returns at most `limit` items, including the first. If there are more items, it selects one item of each group in turn: the
 * most urgent one, then the others from a random one on. So neither a large group nor items that stay in the list block others.
 * @param items the most urgent first
 */
export function selectFairShares<Value>(
  items: readonly Value[],
  groupOf: (item: Value) => string,
  limit: number,
): readonly Value[] {
  if (items.length <= limit) return items;
  const queues = rotateTail([...Map.groupBy(items, groupOf).values()].map(rotateTail));
  const selected: Value[] = [];
  for (let index = 0; selected.length < limit; index++)
    selected.push(...queues.flatMap((queue) => queue[index] ?? []));

  return selected.slice(0, limit);
}

/** Keeps the first value, so that the most urgent one stays first, and rotates the others to a random start. */
function rotateTail<Value>(values: readonly Value[]): Value[] {
  const start = 1 + Math.floor(Math.random() * (values.length - 1));

  return [...values.slice(0, 1), ...values.slice(start), ...values.slice(1, start)];
}
