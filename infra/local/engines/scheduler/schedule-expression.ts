/** Times at which a schedule fires. https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html */
export type Timing =
  | { readonly kind: 'once'; readonly atMs: number }
  | { readonly kind: 'every'; readonly periodMs: number };

const unitMs = new Map([
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
]);

/** Undefined unless the expression is a valid `at()` in UTC or `rate()`; February 30th, for example, is invalid. */
export function parseTiming(expression: string): Timing | undefined {
  const at = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression);
  if (at?.[1] !== undefined) {
    const atMs = Date.parse(`${at[1]}Z`);
    const isRealDate = !Number.isNaN(atMs) && new Date(atMs).toISOString().startsWith(at[1]);

    return isRealDate ? { kind: 'once', atMs } : undefined;
  }
  const rate = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression);
  const periodMs = Number(rate?.[1]) * (unitMs.get(rate?.[2] ?? '') ?? Number.NaN);

  return Number.isSafeInteger(periodMs) ? { kind: 'every', periodMs } : undefined;
}

/** A rate fires immediately. */
export function firstDueAt(timing: Timing, nowMs: number): number {
  return timing.kind === 'once' ? timing.atMs : nowMs;
}

/** The next due time after `dueMs`. Periods that a jump of the clock skips do not fire. */
export function nextDueAt(timing: Timing, dueMs: number, nowMs: number): number | null {
  if (timing.kind === 'once') {
    return null;
  }
  const periods = Math.max(1, Math.floor((nowMs - dueMs) / timing.periodMs) + 1);

  return dueMs + periods * timing.periodMs;
}
