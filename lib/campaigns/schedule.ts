import * as z from 'zod/mini';
import { distinct } from '#lib/http/schemas.ts';
import { TimeZone } from '#lib/runtime/time-zone.ts';

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const Window = z
  .strictObject({
    days: z.array(z.enum(weekdays)).check(z.minLength(1), z.maxLength(7), distinct('day')),
    from: z
      .string()
      .check(
        z.maxLength(5, { abort: true }),
        z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59'),
      ),
    to: z
      .string()
      .check(
        z.maxLength(5, { abort: true }),
        z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day from 00:01 to 24:00'),
      ),
  })
  .check(z.refine(({ from, to }) => from < to, { error: 'must be later than from', path: ['to'] }));

const moment = z._default(z.nullable(z.iso.datetime()), null);

/** When mails may leave. Local times in `timezone`. */
export const Schedule = z
  .strictObject({
    timezone: z._default(TimeZone, 'UTC'),
    windows: z._default(z.array(Window).check(z.minLength(1), z.maxLength(14)), [
      { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' },
    ]),
    startAt: moment,
    endAt: moment,
    useContactTimezone: z._default(z.boolean(), false),
    blackoutDates: z._default(z.array(z.iso.date()).check(z.maxLength(100), distinct('date')), []),
  })
  .check(
    z.refine(({ startAt, endAt }) => !startAt || !endAt || Date.parse(startAt) < Date.parse(endAt), {
      error: 'must be later than startAt',
      path: ['endAt'],
    }),
  );
export type Schedule = z.infer<typeof Schedule>;

export const scheduleDefault: Schedule = Schedule.parse({});

/** Moments as every answer shows them, with milliseconds. */
export function normaliseSchedule(schedule: Schedule): Schedule {
  const normal = (moment: string | null) => moment && new Date(moment).toISOString();

  return { ...schedule, startAt: normal(schedule.startAt), endAt: normal(schedule.endAt) };
}
