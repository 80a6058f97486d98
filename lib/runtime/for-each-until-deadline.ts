interface Concurrency {
  readonly concurrency: number;
  /** No item is started after this time. Milliseconds. */
  readonly startWithinMs: number;
}

/**
 * Handles items concurrently until the time is over. A slow item blocks only its own slot. Items that were not started are
 * left to the next run.
 * @returns the errors of the failed items
 */
export async function forEachUntilDeadline<Item>(
  items: readonly Item[],
  { concurrency, startWithinMs }: Concurrency,
  handle: (item: Item) => Promise<void>,
): Promise<unknown[]> {
  const deadline = performance.now() + startWithinMs;
  const remaining = items.values();
  const failures: unknown[] = [];
  const runWorker = async () => {
    // All workers share one iterator, so each item is started once.
    for (const item of remaining) {
      await handle(item).catch((error: unknown) => failures.push(error));
      if (performance.now() >= deadline) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, runWorker));

  return failures;
}
