import * as z from 'zod/mini';
import { CampaignId, ContactId } from '#lib/values/schemas.ts';

export const EnrolmentRefusal = z.enum(['suppressed', 'already_enrolled', 'active_elsewhere']);
export type EnrolmentRefusal = z.infer<typeof EnrolmentRefusal>;

const refused = { contactId: ContactId, reason: EnrolmentRefusal };

/** Result of enrolling contacts in one campaign. */
export const Enrolment = z.strictObject({
  enrolled: z.int(),
  notEnrolled: z.array(z.strictObject(refused)),
});
export type Enrolment = z.infer<typeof Enrolment>;

/** Result of enrolling one contact in campaigns. */
export const ContactEnrolment = z.strictObject({
  enrolled: z.int(),
  notEnrolled: z.array(z.strictObject({ campaignId: CampaignId, ...refused })),
});
export type ContactEnrolment = z.infer<typeof ContactEnrolment>;
