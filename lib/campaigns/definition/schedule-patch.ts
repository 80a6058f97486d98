import * as z from 'zod/mini';
import { scheduleFields } from '#lib/campaigns/definition/schedule.ts';
import { clearable } from '#lib/values/schemas.ts';

/** Merged into the stored schedule. The merged schedule must be valid too. */
export const SchedulePatch = z.partial(
  z.strictObject({ ...scheduleFields, blackoutDates: clearable(scheduleFields.blackoutDates) }),
);
