import { idSchema } from '#lib/values/schemas.ts';

/* Bundling drops the schemas that a function does not use, because `idSchema` has no side effects. */

export const BulkJobId = idSchema('bjb');
export const CampaignId = idSchema('cmp');
export const CompanyId = idSchema('com');
export const ContactId = idSchema('con');
export const EmailAccountId = idSchema('acc');
export const ExecutionId = idSchema('exe');
export const ExportId = idSchema('exp');
export const ImportId = idSchema('imp');
export const StepId = idSchema('stp');
