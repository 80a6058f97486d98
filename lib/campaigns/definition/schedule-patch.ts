import * as z from 'zod/mini';
import { scheduleFields } from '#lib/campaigns/definition/schedule.ts';
import { clearable } from '#lib/values/schemas.ts';

/** Merged into the schedule as it is: the result must be valid as a whole. */
export const SchedulePatch = z.partial(
  z.strictObject({ ...scheduleFields, blackoutDates: clearable(scheduleFields.blackoutDates) }),
);
