import { idSchema } from '#lib/values/schemas.ts';

/** Separate module: functions that need only an id do not bundle the campaign schemas. */
export const CampaignId = idSchema('cmp');
export const StepId = idSchema('stp');
