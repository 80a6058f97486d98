import * as z from 'zod/mini';
import { EmailAddress } from '#lib/values/email-address.ts';
import { idSchema, Timestamp, text, trimmedText } from '#lib/values/schemas.ts';

/** Longer ones would only cost time to hash. */
const passwordLengthMax = 1000;

/** A password that is being chosen. NIST SP 800-63B: length is what counts, no rules on its characters. */
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

/** A password that is being tried may have any length: the answer must not tell what the rules were. */
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
