/**
 * At most `limit` items, the first among them. If there are more, the groups take turns, and each begins at a random item of
 * its own. So neither a group's backlog nor items that stay for ever keep others out.
 * @param items the most urgent first
 */
export function takeShares<Value>(
  items: readonly Value[],
  groupOf: (item: Value) => string,
  limit: number,
): readonly Value[] {
  if (items.length <= limit) return items;
  const queues = turnTail([...Map.groupBy(items, groupOf).values()].map(turnTail));
  const taken: Value[] = [];
  for (let turn = 0; taken.length < limit; turn++)
    taken.push(...queues.flatMap((queue) => queue[turn] ?? []));

  return taken.slice(0, limit);
}

/** All after the first, begun at a random place. */
function turnTail<Value>(values: readonly Value[]): Value[] {
  const start = 1 + Math.floor(Math.random() * (values.length - 1));

  return [...values.slice(0, 1), ...values.slice(start), ...values.slice(1, start)];
}
