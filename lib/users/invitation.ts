import * as z from 'zod/mini';
import { pageNeedsAccount, ServiceEmail, tokenEmailFields } from '#lib/direct-emails/service-email.ts';
import { EmailAddress } from '#lib/values/email-address.ts';
import { Role } from '#lib/values/role.ts';
import { idSchema, Timestamp } from '#lib/values/schemas.ts';

/** The body of a request for a password reset: optionally, the account that sends the token by email. */
export const NewPasswordReset = z.strictObject(tokenEmailFields).check(pageNeedsAccount);
export type NewPasswordReset = z.infer<typeof NewPasswordReset>;

export const InvitationId = idSchema('inv');

export const NewInvitation = z
  .strictObject({ email: EmailAddress, role: Role, ...tokenEmailFields })
  .check(pageNeedsAccount);
export type NewInvitation = z.infer<typeof NewInvitation>;

/** An invitation that was not accepted. */
export const Invitation = z.strictObject({
  id: InvitationId,
  email: z.string(),
  role: Role,
  createdBy: z.string(),
  createdAt: Timestamp,
  expiresAt: Timestamp,
  /** The email with the token; null if the request named no account. */
  invitationEmail: z.nullable(ServiceEmail),
});
export type Invitation = z.infer<typeof Invitation>;

/** The only response that has the token. */
export const CreatedInvitation = z.extend(Invitation, { token: z.string() });
export type CreatedInvitation = z.infer<typeof CreatedInvitation>;
