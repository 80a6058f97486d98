const formats = new Map<string, Intl.DateTimeFormat>();

/** The local date of a moment: `2026-11-20`. @param at epoch milliseconds */
export function localDate(at: number, zone: string): string {
  return new Date(at + offsetAt(at, zone)).toISOString().slice(0, 10);
}

/**
 * When a zone's clocks show this many minutes after midnight. A time that summer time skips is as much later as it
 * skips; of a time that comes twice it is the first.
 */
export function momentOf(date: string, minutes: number, zone: string): number {
  const shown = Date.parse(date) + minutes * 60_000;
  const [before, after] = [shown - offsetAt(shown - dayMs, zone), shown - offsetAt(shown + dayMs, zone)];
  const exact = [before, after].filter((at) => at + offsetAt(at, zone) === shown);

  return exact.length === 0 ? before : Math.min(...exact);
}

/** A date so many days later. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
}

const dayMs = 86_400_000;

/** How much a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(at: number, zone: string): number {
  if (zone === 'UTC') return 0;
  const second = Math.floor(at / 1000) * 1000;
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(second)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: shownSecond = 0 } = parts;

  return Date.UTC(year, month - 1, day, hour, minute, shownSecond) - second;
}

/** Making one takes longer than using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
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
