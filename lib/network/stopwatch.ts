/** Interval in which this thread's clock ticks while a stopwatch runs, in milliseconds. */
const tickMs = 20;

/** Most that one interval counts. A longer one means that this thread was busy or had no processor. */
const countedMsMax = tickMs + 10;

/** Measures how long an external server takes. */
export interface Stopwatch {
  /** Milliseconds since the start, without the time in which this thread could not receive. */
  readonly elapsedMs: () => number;
  readonly stop: () => void;
}

interface Limit {
  readonly reachedAt: number;
  readonly onReached: () => void;
}

/** The limits of all running stopwatches. */
const running = new Set<Limit>();
/** The limits that are not reached. */
const pending = new Set<Limit>();
let ticker: NodeJS.Timeout | undefined;
let countedMs = 0;
let tickedAt = 0;

const clockMs = () => countedMs + Math.min(performance.now() - tickedAt, countedMsMax);

/**
 * Starts a stopwatch that does not count the time in which this thread's event loop was blocked: a response may wait in the
 * socket in that time. So a worker without processor time neither calls a server slow nor ends its request.
 * @param onLimit runs soon after `limitMs`, unless the stopwatch was stopped
 */
export function startStopwatch(
  limitMs = Number.POSITIVE_INFINITY,
  onLimit: () => void = () => undefined,
): Stopwatch {
  if (!ticker) {
    tickedAt = performance.now();
    ticker = setInterval(tick, tickMs).unref();
  }
  const startedAt = clockMs();
  const limit = { reachedAt: startedAt + limitMs, onReached: onLimit };
  running.add(limit);
  pending.add(limit);

  return {
    elapsedMs: () => Math.round(clockMs() - startedAt),
    stop() {
      running.delete(limit);
      pending.delete(limit);
      if (running.size > 0) return;
      clearInterval(ticker);
      ticker = undefined;
    },
  };
}

function tick(): void {
  countedMs = clockMs();
  tickedAt = performance.now();
  const reached = [...pending].filter(({ reachedAt }) => reachedAt <= countedMs);
  if (reached.length === 0) return;
  // Responses that have already arrived are processed first.
  setImmediate(() => {
    for (const limit of reached) if (pending.delete(limit)) limit.onReached();
  });
}

/** An abort signal as of `AbortSignal.timeout`, by a stopwatch that the caller stops. */
export function startDeadline(timeoutMs: number): Stopwatch & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const abort = () => controller.abort(new DOMException('the server took too long', 'TimeoutError'));

  return { ...startStopwatch(timeoutMs, abort), signal: controller.signal };
}
