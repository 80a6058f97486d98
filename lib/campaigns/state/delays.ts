import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import type { Schedule } from '#lib/campaigns/state/schedule.ts';
import { type Delay, delayMs } from '#lib/campaigns/state/step.ts';
import { latestLocalTime, localTime, timeOfLocalTime } from '#lib/values/time-zones.ts';

const dayMs = 86_400_000;

/**
 * The due time of the first email of a contact. Epoch milliseconds.
 * @param zone time zone for days; undefined: the campaign's
 */
export function firstDueAt(
  { steps: [first], schedule }: Pick<CampaignOutline, 'steps' | 'schedule'>,
  zone: string | undefined,
  enrolledAt: number,
): number {
  return first ? dueAfter(first, enrolledAt, schedule, zone) : enrolledAt;
}

/**
 * The due time of a step's email, from the time of the previous email. Ignores sending windows. Epoch milliseconds.
 *
 * Minutes and hours are absolute durations. Days are calendar days of the time zone: the email is due at the same local
 * time. With `businessDaysOnly`, only business days count: Monday to Friday without blackout dates. If `sentAt` or the due
 * time is on another day, it moves to the start of the next business day.
 *
 * Monotonic: a later `sentAt` never gives an earlier due time. Pure, except for the runtime's time zone database.
 * @throws RangeError for an unknown time zone
 */
export function dueAfter(
  { delay, businessDaysOnly }: { readonly delay: Delay; readonly businessDaysOnly: boolean },
  sentAt: number,
  schedule: Pick<Schedule, 'timezone' | 'blackoutDates'>,
  zone: string = schedule.timezone,
): number {
  const isCounted = businessDaysOnly ? businessDays(schedule) : () => true;
  if (delay.unit === 'days' && delay.value > 0) {
    // Not `localTime`: it decreases when the clocks are set back, so a later `sentAt` could be due earlier.
    const sentLocal = moveToCountedDay(latestLocalTime(sentAt, zone), isCounted);

    return timeOfLocalTime(addCountedDays(sentLocal, delay.value, isCounted), zone);
  }
  const dueAt = sentAt + delayMs(delay);
  const dueLocal = localTime(dueAt, zone);
  const movedLocal = moveToCountedDay(dueLocal, isCounted);

  // The clocks may show a local time twice: the result is not before `dueAt`.
  return movedLocal === dueLocal ? dueAt : timeOfLocalTime(movedLocal, zone, dueAt);
}

/** Whether a day counts for a delay. */
type IsCounted = (day: number) => boolean;

/** A day is the number of days since 1970-01-01, a Thursday. `(day + 3) % 7` is its weekday; 0 is Monday. */
function businessDays({ blackoutDates }: Pick<Schedule, 'blackoutDates'>): IsCounted {
  const blackoutDays = new Set(blackoutDates.map((date) => Date.parse(date) / dayMs));

  return (day) => (day + 3) % 7 < 5 && !blackoutDays.has(day);
}

/** The local time if its day counts; otherwise the start of the next day that counts. @param local result of `localTime` */
function moveToCountedDay(local: number, isCounted: IsCounted): number {
  let day = Math.floor(local / dayMs);
  if (isCounted(day)) return local;
  while (!isCounted(day)) day++;

  return day * dayMs;
}

/** Adds days that count, and keeps the time of day. */
function addCountedDays(local: number, days: number, isCounted: IsCounted): number {
  let day = Math.floor(local / dayMs);
  for (let remaining = days; remaining > 0; remaining--) {
    day++;
    while (!isCounted(day)) day++;
  }

  return day * dayMs + (local % dayMs);
}
