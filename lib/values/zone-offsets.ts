/** A zone's offset from UTC, and the time until which it is known to be valid; milliseconds. */
export interface OffsetPeriod {
  readonly offset: number;
  readonly until: number;
}

/** Keyed by lower-case names: callers choose the case, so other keys would allow unlimited entries. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** By zone, then by the number of the week since the epoch. */
const weeks = new Map<string, Map<number, Week>>();
/** About half a megabyte. The cache is cleared when it is full; needed entries are computed again. */
const weeksMax = 5000;
let weekCount = 0;

/** A zone has at most one change per week. */
const weekMs = 7 * 86_400_000;

/** The offsets at the start and the end of a week. */
interface Week {
  readonly offsetBefore: number;
  readonly offsetAfter: number;
  /** Time of the change of the offset; the end of the week if it does not change. */
  readonly changesAt: number;
}

/**
 * The offset at a time, valid until `until`. Results are cached per week, because a query of the zone database takes a
 * thousand times longer than the calculation.
 *
 * @param at epoch milliseconds
 * @throws RangeError for an unknown zone
 */
export function offsetPeriodAt(at: number, zone: string): OffsetPeriod {
  const weekNumber = Math.floor(at / weekMs);
  const { offsetBefore, offsetAfter, changesAt } = weekOf(weekNumber, zone);

  return at < changesAt
    ? { offset: offsetBefore, until: changesAt }
    : { offset: offsetAfter, until: (weekNumber + 1) * weekMs };
}

function weekOf(weekNumber: number, zone: string): Week {
  const cached = weeks.get(zone)?.get(weekNumber);
  if (cached) return cached;
  if (weekCount >= weeksMax) {
    weeks.clear();
    weekCount = 0;
  }
  const week = findWeek(weekNumber, zone);
  const weeksOfZone = weeks.get(zone) ?? new Map<number, Week>();
  weeks.set(zone, weeksOfZone.set(weekNumber, week));
  weekCount++;

  return week;
}

function findWeek(weekNumber: number, zone: string): Week {
  const start = weekNumber * weekMs;
  const end = (weekNumber + 1) * weekMs;
  const offsetBefore = offsetAt(start, zone);
  const offsetAfter = offsetAt(end, zone);
  if (offsetBefore === offsetAfter) return { offsetBefore, offsetAfter, changesAt: end };
  // Binary search for the second of the change. `lastBefore` and `firstAfter` stay on both sides of it.
  let lastBefore = start;
  let firstAfter = end;
  while (firstAfter - lastBefore > 1000) {
    const middle = Math.floor((lastBefore + firstAfter) / 2000) * 1000;
    if (offsetAt(middle, zone) === offsetBefore) lastBefore = middle;
    else firstAfter = middle;
  }

  return { offsetBefore, offsetAfter, changesAt: firstAfter };
}

/** @param at a whole second */
function offsetAt(at: number, zone: string): number {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;

  return Date.UTC(year, month - 1, day, hour, minute, second) - at;
}

/** Cached, because creating a format takes longer than using it. */
function formatOf(zone: string): Intl.DateTimeFormat {
  const timeZone = zone.toLowerCase();
  const cached = formats.get(timeZone);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  formats.set(timeZone, format);

  return format;
}
