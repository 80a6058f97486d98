import type { Schedule } from '#lib/campaigns/definition/schedule.ts';
import { type Delay, delayMs } from '#lib/campaigns/definition/step.ts';
import type { CampaignOutline } from '#lib/campaigns/enrolment/outline.ts';
import { latestLocalTime, localTime, momentShowing } from '#lib/values/time-zones.ts';

const dayMs = 86_400_000;

/**
 * When the first email of a contact is due that is enrolled at a moment. Epoch milliseconds.
 * @param zone whose calendar counts; undefined: the campaign's
 */
export function firstDueAt(
  {
    steps: [first],
    schedule,
  }: Pick<CampaignOutline, 'steps'> & { readonly schedule: Pick<Schedule, 'timezone' | 'blackoutDates'> },
  zone: string | undefined,
  enrolledAt: number,
): number {
  return first ? dueAfter(first, enrolledAt, schedule, zone) : enrolledAt;
}

/**
 * When the mail of a step is due after the one before it, whatever the windows say. Epoch milliseconds.
 *
 * Minutes and hours pass everywhere alike; days are days of the zone's calendar, and end at the same local time. With
 * `businessDaysOnly` only those count that are neither Saturday, Sunday nor a blackout date, and a mail that would be
 * due on another day is due when the next business day begins; what was sent on another day counts from then, too.
 *
 * Pure, but for the zone database of the runtime. What was sent later is never due earlier.
 * @throws RangeError for a zone that the runtime does not know
 */
export function dueAfter(
  { delay, businessDaysOnly }: { readonly delay: Delay; readonly businessDaysOnly: boolean },
  sentAt: number,
  schedule: Pick<Schedule, 'timezone' | 'blackoutDates'>,
  zone: string = schedule.timezone,
): number {
  const isCounted = businessDaysOnly ? businessDays(schedule) : () => true;
  if (delay.unit === 'days' && delay.value > 0) {
    const sent = toCounted(latestLocalTime(sentAt, zone), isCounted);

    return momentShowing(addCounted(sent, delay.value, isCounted), zone);
  }
  const due = sentAt + delayMs(delay);
  const shown = localTime(due, zone);
  const counted = toCounted(shown, isCounted);

  return counted === shown ? due : momentShowing(counted, zone, due);
}

type IsCounted = (day: number) => boolean;

/** Days are counted from 1970-01-01 on, which was a Thursday. */
function businessDays({ blackoutDates }: Pick<Schedule, 'blackoutDates'>): IsCounted {
  const blackoutDays = new Set(blackoutDates.map((date) => Date.parse(date) / dayMs));

  return (day) => (day + 3) % 7 < 5 && !blackoutDays.has(day);
}

/** A local time itself, or the beginning of the next day that counts. */
function toCounted(local: number, isCounted: IsCounted): number {
  let day = Math.floor(local / dayMs);
  if (isCounted(day)) return local;
  while (!isCounted(day)) day++;

  return day * dayMs;
}

function addCounted(local: number, days: number, isCounted: IsCounted): number {
  let day = Math.floor(local / dayMs);
  for (let left = days; left > 0; left--) {
    day++;
    while (!isCounted(day)) day++;
  }

  return day * dayMs + (local % dayMs);
}
