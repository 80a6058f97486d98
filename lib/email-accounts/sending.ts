import * as z from 'zod/mini';

/*
 * What an account's mails depend on. Every function that plans or sends mails carries these schemas, so nothing stands
 * here that only the API needs.
 */

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
