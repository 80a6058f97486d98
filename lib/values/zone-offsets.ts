/** How far a zone's clocks are ahead of UTC, and the moment until which that is known to hold; milliseconds. */
export interface Stretch {
  readonly offset: number;
  readonly until: number;
}

/** By names in lower case: callers choose the case, and only so there are no more than the zone database has. */
const formats = new Map<string, Intl.DateTimeFormat>();

const weeks = new Map<string, Map<number, Week>>();
/** Half a megabyte. All are forgotten when there are so many: what is needed is soon found anew. */
const weeksMax = 5000;
let weekCount = 0;

/** Two changes of one zone are never so near to each other: a week has one of them, or none. */
const weekMs = 7 * 86_400_000;

interface Week {
  readonly before: number;
  readonly after: number;
  /** When `before` becomes `after`; the end of the week when nothing changes. */
  readonly changesAt: number;
}

/**
 * What a zone's clocks show from a moment on, without a change until `until`. Of every week the zone database is asked
 * once: it takes a thousand times longer than the sum.
 *
 * @param at epoch milliseconds
 * @throws RangeError for a zone that the runtime does not know
 */
export function stretchAt(at: number, zone: string): Stretch {
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

/** Making one takes longer than using it. */
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
