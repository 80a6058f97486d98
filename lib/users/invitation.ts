import * as z from 'zod/mini';
import { ServiceEmail } from '#lib/direct-emails/service-email.ts';
import { EmailAddress } from '#lib/values/email-address.ts';
import { Role } from '#lib/values/role.ts';
import { idSchema, Timestamp } from '#lib/values/schemas.ts';

export const InvitationId = idSchema('inv');

export const NewInvitation = z.strictObject({ email: EmailAddress, role: Role });
export type NewInvitation = z.infer<typeof NewInvitation>;

/** An invitation that was not accepted. */
export const Invitation = z.strictObject({
  id: InvitationId,
  email: z.string(),
  role: Role,
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  /** The email with the token. */
  invitationEmail: ServiceEmail,
});
export type Invitation = z.infer<typeof Invitation>;
