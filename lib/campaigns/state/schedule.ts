import * as z from 'zod/mini';
import { date, distinct, moment, text } from '#lib/values/schemas.ts';
import { TimeZone } from '#lib/values/time-zone.ts';
import { weekdays } from '#lib/values/time-zones.ts';

/** A day of a window. @public for the API document */
export const Weekday = z.enum(weekdays);

/** Local times on some weekdays. `to` is exclusive and on the same day, so it may be 24:00. @public for the API document */
export const SendingWindow = z
  .strictObject({
    days: z.array(Weekday).check(z.minLength(1), z.maxLength(7, { abort: true }), ...distinct('day')),
    from: text(5, z.regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day from 00:00 to 23:59')),
    to: text(
      5,
      z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/, 'must be a time of day from 00:01 to 24:00'),
    ),
  })
  .check(z.refine(({ from, to }) => from < to, { error: 'must be later than from', path: ['to'] }));

export const scheduleFields = {
  timezone: TimeZone,
  windows: z.array(SendingWindow).check(z.minLength(1), z.maxLength(14, { abort: true })),
  startAt: z.nullable(moment()),
  endAt: z.nullable(moment()),
  useContactTimezone: z.boolean(),
  blackoutDates: z.array(date()).check(z.maxLength(100, { abort: true }), ...distinct('date')),
};

/** When emails may be sent. Local times are in `timezone`. */
export const Schedule = z
  .strictObject({
    timezone: z._default(scheduleFields.timezone, 'UTC'),
    windows: z._default(scheduleFields.windows, [
      { days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' },
    ]),
    startAt: z._default(scheduleFields.startAt, null),
    endAt: z._default(scheduleFields.endAt, null),
    useContactTimezone: z._default(scheduleFields.useContactTimezone, false),
    blackoutDates: z._default(scheduleFields.blackoutDates, []),
  })
  .check(
    z.refine(({ startAt, endAt }) => !startAt || !endAt || Date.parse(startAt) < Date.parse(endAt), {
      error: 'must be later than startAt',
      path: ['endAt'],
    }),
  );
export type Schedule = z.infer<typeof Schedule>;

export const scheduleDefault: Schedule = Schedule.parse({});
