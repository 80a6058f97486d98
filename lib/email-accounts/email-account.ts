import * as z from 'zod/mini';
import { EmailAddress } from '#lib/contacts/email-address.ts';
import { trimmedText } from '#lib/http/schemas.ts';

/** How an account sends; the password is sealed before it is stored and never read back by anybody but the sender. */
export const SmtpServer = z.strictObject({
  host: z.string().check(z.minLength(1), z.maxLength(253)),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  /** TLS from the first byte; without it STARTTLS is used when the server offers it. */
  secure: z.boolean(),
  username: z.string().check(z.minLength(1), z.maxLength(320)),
});
export type SmtpServer = z.infer<typeof SmtpServer>;

export const NewEmailAccount = z.strictObject({
  email: EmailAddress,
  fromName: z._default(z.nullable(trimmedText(100)), null),
  smtp: SmtpServer,
  password: z.string().check(z.minLength(1), z.maxLength(1000)),
  /** Mails per day, follow-ups included. */
  dailyLimit: z._default(z.int().check(z.gte(0), z.lte(500)), 50),
  minGapSeconds: z._default(z.int().check(z.gte(10), z.lte(86_400)), 120),
  maxGapSeconds: z._default(z.int().check(z.gte(10), z.lte(86_400)), 600),
});
export type NewEmailAccount = z.infer<typeof NewEmailAccount>;
