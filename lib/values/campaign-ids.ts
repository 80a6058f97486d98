import { idSchema } from '#lib/values/schemas.ts';

/** Apart from the campaign's schemas, so that who only needs an id does not carry them. */
export const CampaignId = idSchema('cmp');
export const StepId = idSchema('stp');
