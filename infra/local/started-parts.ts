/** Stops the parts of a stack in reverse order: at the end, or when a later part fails to start. */
export interface StartedParts {
  /** @param stop stops a part that has been started */
  add(stop: () => unknown): void;
  /** Stops all parts, the last one first, even if one of them cannot be stopped. @throws the first error */
  stop(): Promise<void>;
}

/** Runs a start with several parts. If it fails, the parts that it has added are stopped. @throws the error of the start */
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
    // The error of the start explains more than an error of a stop.
    await parts.stop().catch(() => undefined);
    throw error;
  }
}
