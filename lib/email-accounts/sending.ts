import * as z from 'zod/mini';
import { text } from '#lib/http/schemas.ts';

/*
 * What an account's mails depend on. Every function that plans or sends mails carries these schemas, so nothing stands
 * here that only the API needs.
 */

/** How an account sends or reads; the password is sealed before it is stored and read back by nobody but the worker. */
export const MailServer = z.strictObject({
  host: text(253, z.minLength(1)),
  port: z.int().check(z.gte(1), z.lte(65_535)),
  /** TLS from the first byte; without it STARTTLS must succeed. */
  secure: z.boolean(),
  username: text(320, z.minLength(1)),
});
export type MailServer = z.infer<typeof MailServer>;

export const EmailAccountStatus = z.enum(['connected', 'paused', 'error', 'disconnected']);
export type EmailAccountStatus = z.infer<typeof EmailAccountStatus>;

/** A new mailbox earns its reputation: on its nth day of sending it sends at most so many mails. */
export const RampUp = z.strictObject({
  enabled: z.boolean(),
  startPerDay: z.int().check(z.gte(1), z.lte(500)),
  /** More mails on each further day of sending. */
  increment: z.int().check(z.gte(0), z.lte(500)),
});
export type RampUp = z.infer<typeof RampUp>;
