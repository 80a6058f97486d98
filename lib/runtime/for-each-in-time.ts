interface Pace {
  readonly atOnce: number;
  /** No item is begun after so long. Milliseconds. */
  readonly beginsWithinMs: number;
}

/**
 * Handles items side by side, as many as the time allows: a slow item holds up only its own place. The rest is left for
 * the next run. @returns what each failed item threw
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
    // All share one iterator, so each item is begun once.
    for (const item of waiting) {
      await handle(item).catch((error: unknown) => failures.push(error));
      if (performance.now() >= lateAt) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));

  return failures;
}
