/** Times at which a schedule fires. https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html */
export type Timing =
  | { readonly kind: 'once'; readonly atMs: number }
  | { readonly kind: 'every'; readonly periodMs: number };

const unitMs = new Map([
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
]);

/** Undefined unless the expression is a valid `at()` or `rate()`; February 30th, for example, is invalid. */
export function parseTiming(expression: string, timeZone: string): Timing | undefined {
  const at = /^at\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\)$/.exec(expression);
  if (at?.[1] !== undefined) {
    const localMs = Date.parse(`${at[1]}Z`);
    const isRealDate = !Number.isNaN(localMs) && new Date(localMs).toISOString().startsWith(at[1]);

    return isRealDate ? { kind: 'once', atMs: toInstant(localMs, timeZone) } : undefined;
  }
  const rate = /^rate\(([1-9]\d*) (minute|hour|day)s?\)$/.exec(expression);
  const periodMs = Number(rate?.[1]) * (unitMs.get(rate?.[2] ?? '') ?? Number.NaN);

  return Number.isSafeInteger(periodMs) ? { kind: 'every', periodMs } : undefined;
}

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });

    return true;
  } catch {
    return false;
  }
}

/** A rate without a start date fires immediately. A start date does not move a one-time schedule. */
export function firstDueAt(timing: Timing, nowMs: number, startMs: number | undefined): number {
  return timing.kind === 'once' ? timing.atMs : Math.max(startMs ?? nowMs, nowMs);
}

/** The next due time after `dueMs`. Periods that a jump of the clock skips do not fire. */
export function nextDueAt(timing: Timing, dueMs: number, nowMs: number): number | null {
  if (timing.kind === 'once') {
    return null;
  }
  const periods = Math.max(1, Math.floor((nowMs - dueMs) / timing.periodMs) + 1);

  return dueMs + periods * timing.periodMs;
}

/**
 * The instant of a local time in a time zone. The local time is given as if it were UTC. A time in the gap of
 * a clock change moves forward by the gap; of a repeated time, the first is used.
 */
function toInstant(localMs: number, timeZone: string): number {
  const dayMs = 86_400_000;
  const byEarlierOffset = localMs - offsetMs(localMs - dayMs, timeZone);
  const byLaterOffset = localMs - offsetMs(localMs + dayMs, timeZone);
  const matches = [byEarlierOffset, byLaterOffset].filter(
    (instant) => instant + offsetMs(instant, timeZone) === localMs,
  );

  return matches.length === 0 ? byEarlierOffset : Math.min(...matches);
}

function offsetMs(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((candidate) => candidate.type === type)?.value ?? '00';
  const local = `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}Z`;

  return Date.parse(local) - Math.floor(instant / 1000) * 1000;
}
