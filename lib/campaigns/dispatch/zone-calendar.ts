import { localDate, nextLocalDay } from '#lib/values/time-zones.ts';

/** Local dates of a time zone. Fast for many times on the same few days. */
export interface ZoneCalendar {
  /** The local date at a time: `2026-11-20`. */
  dateAt(at: number): string;
  /** The start of the next local date. Epoch milliseconds. */
  nextDayAt(at: number): number;
}

/** Caches the last day. */
export function zoneCalendar(zone: string): ZoneCalendar {
  let day = { date: '', from: 0, until: 0 };
  const dayOf = (at: number) => {
    if (at < day.from || at >= day.until) {
      day = { date: localDate(at, zone), from: at, until: nextLocalDay(at, zone) };
    }

    return day;
  };

  return { dateAt: (at) => dayOf(at).date, nextDayAt: (at) => dayOf(at).until };
}
