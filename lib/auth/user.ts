import * as z from 'zod/mini';
import { EmailAddress } from '#lib/values/email-address.ts';
import { idSchema, Timestamp, text, trimmedText } from '#lib/values/schemas.ts';

/** Longer passwords would only cost hashing time. */
const passwordLengthMax = 1000;

/** A new password. NIST SP 800-63B: a minimum length and no composition rules. */
const NewPassword = text(passwordLengthMax, z.minLength(12));

export const NewUser = z.strictObject({
  email: EmailAddress,
  name: z._default(z.nullable(trimmedText(100)), null),
  password: NewPassword,
});
export type NewUser = z.infer<typeof NewUser>;

export const User = z.strictObject({
  id: idSchema('usr'),
  email: z.string(),
  name: z.nullable(z.string()),
});
export type User = z.infer<typeof User>;

/** A password at login may have any length, so that the response does not reveal the rules. */
export const Credentials = z.strictObject({
  email: EmailAddress,
  password: text(passwordLengthMax, z.minLength(1)),
});
export type Credentials = z.infer<typeof Credentials>;

export const OpenSession = z.strictObject({
  user: User,
  workspaceId: z.string(),
  expiresAt: Timestamp,
});
export type OpenSession = z.infer<typeof OpenSession>;
