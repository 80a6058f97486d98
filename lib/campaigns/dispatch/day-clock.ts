import { localDate, nextLocalDay } from '#lib/values/time-zones.ts';

/** A zone's calendar, for many moments of the same few days. */
export interface DayClock {
  /** The local date of a moment: `2026-11-20`. */
  dateAt(at: number): string;
  /** When the local date after a moment's begins. Epoch milliseconds. */
  nextDayAt(at: number): number;
}

/** Remembers the day that was asked for last. */
export function dayClock(zone: string): DayClock {
  let day = { date: '', from: 0, until: 0 };
  const dayOf = (at: number) => {
    if (at < day.from || at >= day.until) {
      day = { date: localDate(at, zone), from: at, until: nextLocalDay(at, zone) };
    }

    return day;
  };

  return { dateAt: (at) => dayOf(at).date, nextDayAt: (at) => dayOf(at).until };
}
