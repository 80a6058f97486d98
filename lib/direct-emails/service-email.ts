import * as z from 'zod/mini';
import { DirectEmailError, DirectEmailStatus } from '#lib/direct-emails/state.ts';
import { Timestamp } from '#lib/values/schemas.ts';

/** An email that the service wrote, without its content. */
export const ServiceEmail = z.strictObject({
  status: DirectEmailStatus,
  error: z.nullable(DirectEmailError),
  sentAt: z.nullable(Timestamp),
});
export type ServiceEmail = z.infer<typeof ServiceEmail>;

/** A new email as a response shows it. */
export const queuedEmail: ServiceEmail = { status: 'queued', error: null, sentAt: null };
