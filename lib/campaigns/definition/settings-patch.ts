import * as z from 'zod/mini';
import { SchedulePatch } from '#lib/campaigns/definition/schedule-patch.ts';
import {
  audienceFields,
  campaignSettings,
  threadReassignments,
  unsubscribeFields,
} from '#lib/campaigns/definition/settings.ts';
import { clearable } from '#lib/values/schemas.ts';

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
