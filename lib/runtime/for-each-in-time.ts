interface Pace {
  readonly atOnce: number;
  /** No item is started after this time. Milliseconds. */
  readonly beginsWithinMs: number;
}

/**
 * Handles items concurrently until the time is over. A slow item blocks only its own slot. Items that were not started are
 * left to the next run.
 * @returns the errors of the failed items
 */
export async function forEachInTime<Item>(
  items: readonly Item[],
  { atOnce, beginsWithinMs }: Pace,
  handle: (item: Item) => Promise<void>,
): Promise<unknown[]> {
  const lateAt = performance.now() + beginsWithinMs;
  const waiting = items.values();
  const failures: unknown[] = [];
  const work = async () => {
    // All workers share one iterator, so each item is started once.
    for (const item of waiting) {
      await handle(item).catch((error: unknown) => failures.push(error));
      if (performance.now() >= lateAt) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));

  return failures;
}
