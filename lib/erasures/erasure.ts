import * as z from 'zod/mini';
import { ContactId, Timestamp } from '#lib/values/schemas.ts';

/** The erasure of a contact's personal data. */
export const Erasure = z.strictObject({
  contactId: ContactId,
  status: z.enum(['running', 'completed']),
  requestedAt: Timestamp,
  completedAt: z.nullable(Timestamp),
});
export type Erasure = z.infer<typeof Erasure>;
