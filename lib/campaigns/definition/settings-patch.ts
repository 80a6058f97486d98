import * as z from 'zod/mini';
import { scheduleFields } from '#lib/campaigns/definition/schedule.ts';
import {
  audienceFields,
  campaignSettings,
  threadReassignments,
  unsubscribeFields,
} from '#lib/campaigns/definition/settings.ts';
import { clearable } from '#lib/values/schemas.ts';

/** Merged into the stored schedule. The merged schedule must be valid too. @public for the API document */
export const SchedulePatch = z.partial(
  z.strictObject({ ...scheduleFields, blackoutDates: clearable(scheduleFields.blackoutDates) }),
);

const AudiencePatch = z.partial(
  z.strictObject({
    ...audienceFields,
    tags: clearable(audienceFields.tags),
    companyIds: clearable(audienceFields.companyIds),
  }),
);

/** Settings of a PATCH request: objects may be partial, and `null` empties a list. */
export const settingsPatch = {
  ...campaignSettings,
  schedule: SchedulePatch,
  emailAccountIds: clearable(campaignSettings.emailAccountIds),
  unsubscribe: z.partial(z.strictObject(unsubscribeFields)),
  audience: z.nullable(AudiencePatch),
  tags: clearable(campaignSettings.tags),
  threadReassignments: clearable(threadReassignments),
};
