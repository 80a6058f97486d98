import type { SendingPlan } from './plan-query.ts';

/** The emails of one account on one date. */
type AccountDay = SendingPlan['days'][number];

export interface PlannedDay {
  readonly date: string;
  readonly mails: number;
  readonly accounts: readonly AccountDay[];
}

export interface Month {
  /** Such as `2026-11`. */
  readonly month: string;
  /** Monday to Sunday; days of other months are undefined. */
  readonly weeks: readonly (readonly (PlannedDay | undefined)[])[];
}

/** The months with planned days, in order; weeks without emails are omitted. */
export function monthsOf(accountDays: readonly AccountDay[]): Month[] {
  const byDate = Map.groupBy(accountDays, ({ date }) => date);
  const months = [...new Set(accountDays.map(({ date }) => date.slice(0, 7)))].sort();

  return months.map((month) => ({
    month,
    weeks: weeksOf(month)
      .map((week) =>
        week.map((date) => (date === undefined ? undefined : plannedDay(date, byDate.get(date) ?? []))),
      )
      .filter((week) => week.some((day) => day && day.mails > 0)),
  }));
}

export const plannedDay = (date: string, accounts: readonly AccountDay[]): PlannedDay => ({
  date,
  mails: accounts.reduce((sum, { mails }) => sum + mails, 0),
  accounts,
});

/** The dates of each week, Monday to Sunday; days of other months are undefined. */
function weeksOf(month: string): (string | undefined)[][] {
  const firstDay = new Date(`${month}-01T00:00:00Z`);
  // Day 0 of the next month is the last day of this month.
  const dayCount = new Date(Date.UTC(firstDay.getUTCFullYear(), firstDay.getUTCMonth() + 1, 0)).getUTCDate();
  // `getUTCDay` starts the week with Sunday; the calendar starts it with Monday.
  const daysBeforeFirst = (firstDay.getUTCDay() + 6) % 7;
  const weekCount = Math.ceil((daysBeforeFirst + dayCount) / 7);

  return Array.from({ length: weekCount }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const day = week * 7 + weekday - daysBeforeFirst + 1;

      return day >= 1 && day <= dayCount ? `${month}-${String(day).padStart(2, '0')}` : undefined;
    }),
  );
}
