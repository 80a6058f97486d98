import * as z from 'zod/mini';

/*
 * Schemas for sending. Every function that plans or sends emails includes them, so schemas that only the API needs are
 * elsewhere.
 */

export const EmailAccountStatus = z.enum(['connected', 'paused', 'error', 'disconnected']);
export type EmailAccountStatus = z.infer<typeof EmailAccountStatus>;

/** Pausing an account stops its campaign emails. Its inbox is read, and single emails of people and of the service are sent. */
export const usableStatuses: readonly EmailAccountStatus[] = ['connected', 'paused'];

/** Whether the servers of the account may be used. */
export function isUsable<T extends { readonly status: EmailAccountStatus }>(
  account: T | undefined,
): account is T {
  return account !== undefined && usableStatuses.includes(account.status);
}

/** Ramp-up of a new mailbox: a daily limit that grows with each day of sending. */
export const RampUp = z.strictObject({
  enabled: z.boolean(),
  startPerDay: z.int().check(z.gte(1), z.lte(500)),
  /** Added to the limit on each further day of sending. */
  increment: z.int().check(z.gte(0), z.lte(500)),
});
export type RampUp = z.infer<typeof RampUp>;
