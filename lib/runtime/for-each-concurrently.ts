/**
 * Runs work for each item, several at a time. After work has failed or has returned false, no further item starts.
 * @param run returns false if the time is over
 * @returns false if the time was over before the end
 * @throws the first error, after all started work has ended
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  concurrency: number,
  run: (item: Item) => Promise<boolean>,
): Promise<boolean> {
  // All loops share one iterator: each takes the next item when its work has ended.
  const remaining = items.values();
  const errors: unknown[] = [];
  let isOnTime = true;
  const runLoop = async () => {
    for (const item of remaining) {
      try {
        isOnTime = (await run(item)) && isOnTime;
      } catch (error) {
        errors.push(error);
      }
      if (!isOnTime || errors.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runLoop));
  if (errors.length > 0) throw errors[0];

  return isOnTime;
}
