/** A function that runs `work` at its first call. Concurrent and later callers share the result. */
export function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;

  return () => {
    result ??= work();

    return result;
  };
}
