/**
 * The result for a key. Concurrent and later callers share one call of `create`. A failure is not kept: the next caller tries
 * again.
 * @param results kept for the life of the container, or as long as the caller keeps them
 */
export function shareResult<Result>(
  results: Map<string, Promise<Result>>,
  key: string,
  create: () => Promise<Result>,
): Promise<Result> {
  const existing = results.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  results.set(key, created);
  created.catch(() => results.delete(key));

  return created;
}
