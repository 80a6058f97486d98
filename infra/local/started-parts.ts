/** The started parts of a stack, for a start that fails later. */
export interface StartedParts {
  /** @param stop stops a part that has been started */
  add(stop: () => unknown): void;
  /** Stops all parts, the last one first, even if one of them cannot be stopped. @throws the first error */
  stop(): Promise<void>;
}

/** Runs a start with several parts. If it fails, the parts that it has added are stopped. */
export async function startParts<Result>(start: (parts: StartedParts) => Promise<Result>): Promise<Result> {
  const stops: (() => unknown)[] = [];
  const parts: StartedParts = {
    add: (stop) => void stops.unshift(stop),
    stop: async () => {
      const errors: unknown[] = [];
      for (const stop of stops) {
        try {
          await stop();
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length > 0) throw errors[0];
    },
  };
  try {
    return await start(parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
}
