import type { SendingPlan } from './plan-query.ts';

export interface PlannedDay {
  readonly date: string;
  readonly mails: number;
  readonly accounts: SendingPlan['days'];
}

export interface Month {
  /** Such as `2026-11`. */
  readonly month: string;
  /** Monday to Sunday; days of other months are undefined. */
  readonly weeks: readonly (readonly (PlannedDay | undefined)[])[];
}

/** Every month from the first to the last planned day; weeks without emails are omitted. */
export function monthsOf(days: SendingPlan['days']): Month[] {
  const byDate = Map.groupBy(days, ({ date }) => date);
  const months = [...new Set(days.map(({ date }) => date.slice(0, 7)))].sort();

  return months.map((month) => ({
    month,
    weeks: weeksOf(month)
      .map((week) => week.map((date) => date && plannedDay(date, byDate.get(date) ?? [])))
      .filter((week) => week.some((day) => day && day.mails > 0))
      .map((week) => week.map((day) => day || undefined)),
  }));
}

const plannedDay = (date: string, accounts: SendingPlan['days']): PlannedDay => ({
  date,
  mails: accounts.reduce((sum, { mails }) => sum + mails, 0),
  accounts,
});

function weeksOf(month: string): (string | undefined)[][] {
  const first = new Date(`${month}-01T00:00:00Z`);
  const length = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  const offset = (first.getUTCDay() + 6) % 7;
  const weekCount = Math.ceil((offset + length) / 7);

  return Array.from({ length: weekCount }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const day = week * 7 + weekday - offset + 1;

      return day >= 1 && day <= length ? `${month}-${String(day).padStart(2, '0')}` : undefined;
    }),
  );
}
