/** A zone's offset from UTC, and the time until which it is known to be valid; milliseconds. */
export interface OffsetPeriod {
  readonly offset: number;
  readonly until: number;
}

/** Keyed by lower-case names: callers choose the case, so other keys would allow unlimited entries. */
const formats = new Map<string, Intl.DateTimeFormat>();

const weeks = new Map<string, Map<number, Week>>();
/** About half a megabyte. The cache is cleared when it is full; needed entries are computed again. */
const weeksMax = 5000;
let weekCount = 0;

/** A zone has at most one change per week. */
const weekMs = 7 * 86_400_000;

interface Week {
  readonly before: number;
  readonly after: number;
  /** Time of the change from `before` to `after`; the end of the week if the offset does not change. */
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
  const number = Math.floor(at / weekMs);
  const { before, after, changesAt } = weekOf(number, zone);

  return at < changesAt
    ? { offset: before, until: changesAt }
    : { offset: after, until: (number + 1) * weekMs };
}

function weekOf(number: number, zone: string): Week {
  const known = weeks.get(zone)?.get(number);
  if (known) return known;
  if (weekCount >= weeksMax) {
    weeks.clear();
    weekCount = 0;
  }
  const found = findWeek(number, zone);
  const ofZone = weeks.get(zone) ?? new Map<number, Week>();
  weeks.set(zone, ofZone.set(number, found));
  weekCount++;

  return found;
}

function findWeek(number: number, zone: string): Week {
  const [start, end] = [number * weekMs, (number + 1) * weekMs];
  const [before, after] = [offsetAt(start, zone), offsetAt(end, zone)];
  if (before === after) return { before, after, changesAt: end };
  let [last, first] = [start, end];
  while (first - last > 1000) {
    const middle = Math.floor((last + first) / 2000) * 1000;
    if (offsetAt(middle, zone) === before) last = middle;
    else first = middle;
  }

  return { before, after, changesAt: first };
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
  const known = formats.get(timeZone);
  if (known) return known;
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
