import * as z from 'zod/mini';
import { EmailAddress } from '#lib/values/email-address.ts';
import { Role } from '#lib/values/role.ts';
import { idSchema, Timestamp, text, trimmedText } from '#lib/values/schemas.ts';

/** Longer passwords would only cost hashing time. */
const passwordLengthMax = 1000;

/** A new password. NIST SP 800-63B: a minimum length and no composition rules. */
const NewPassword = text(passwordLengthMax, z.minLength(12));

export const userName = z.nullable(trimmedText(100));

export const UserId = idSchema('usr');

/** `ses_` and the stored hash of the session, which is no credential. */
export const SessionId = text(36, z.regex(/^ses_[0-9a-f]{32}$/, 'must be an id that begins with ses_'));

export const NewUser = z.strictObject({
  email: EmailAddress,
  name: z._default(userName, null),
  role: z._default(Role, 'owner'),
  password: NewPassword,
});
export type NewUser = z.infer<typeof NewUser>;

export const User = z.strictObject({
  id: UserId,
  email: z.string(),
  name: z.nullable(z.string()),
  role: Role,
});
export type User = z.infer<typeof User>;

/** Data of a reset token that can still be used. Only the email, or the operator, has the token. */
export const OpenPasswordReset = z.strictObject({
  /** The owner who created it; null for the operator. */
  createdBy: z.nullable(z.string()),
  createdAt: Timestamp,
  expiresAt: Timestamp,
});
export type OpenPasswordReset = z.infer<typeof OpenPasswordReset>;

/** A password at login needs no minimum length, so that the response does not reveal the rules. */
export const Credentials = z.strictObject({
  email: EmailAddress,
  password: text(passwordLengthMax, z.minLength(1)),
});
export type Credentials = z.infer<typeof Credentials>;

/** The response to a login. */
export const OpenSession = z.strictObject({
  user: User,
  workspaceId: z.string(),
  expiresAt: Timestamp,
});
export type OpenSession = z.infer<typeof OpenSession>;

/** The session of a request. */
export const CurrentSession = z.extend(OpenSession, { workspaceName: z.nullable(z.string()) });

/** An element of the list of the caller's open sessions. */
export const UserSession = z.strictObject({
  id: SessionId,
  /** Null until the description of a new session can be read. */
  createdAt: z.nullable(Timestamp),
  lastUsedAt: Timestamp,
  userAgent: z.nullable(z.string()),
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof UserSession>;

export const PasswordChange = z.strictObject({
  currentPassword: text(passwordLengthMax, z.minLength(1)),
  newPassword: NewPassword,
});
export type PasswordChange = z.infer<typeof PasswordChange>;

/** An upper limit; tokens are shorter. */
const OneTimeToken = text(200, z.minLength(1));

export const PasswordReset = z.strictObject({ token: OneTimeToken, newPassword: NewPassword });
export type PasswordReset = z.infer<typeof PasswordReset>;

export const InvitationAcceptance = z.strictObject({
  token: OneTimeToken,
  password: NewPassword,
  name: z._default(userName, null),
});
export type InvitationAcceptance = z.infer<typeof InvitationAcceptance>;
