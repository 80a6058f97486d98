import * as z from 'zod/mini';
import { normaliseBlocked } from '#lib/blocklist/value.ts';
import { idSchema, Timestamp, trimmed, trimmedText } from '#lib/values/schemas.ts';

export const BlocklistEntryId = idSchema('blk');

/** An address, or a domain as `acme.com`, `@acme.com` or `*.acme.com`. */
export const BlockedValue = trimmed(
  256,
  z.refine((value) => normaliseBlocked(value) !== undefined, 'must be an email address or a domain'),
);

export const NewBlocklistEntry = z.strictObject({
  value: BlockedValue,
  reason: z._default(z.enum(['manual', 'import']), 'manual'),
  note: z._default(z.nullable(trimmedText(500)), null),
});
export type NewBlocklistEntry = z.infer<typeof NewBlocklistEntry>;

export const BlockedType = z.enum(['email', 'domain']);

/** Why an address is blocked. Clients add `manual` and `import`; the service adds the others. */
const Reason = z.enum(['manual', 'import', 'unsubscribed', 'hard_bounce', 'complaint']);

/** Stored entries have no null attributes, so the schema adds them. */
const nullableId = z._default(z.nullable(z.string()), null);

export const BlocklistEntry = z.strictObject({
  id: BlocklistEntryId,
  /** In lower case, international domains in ASCII. */
  value: z.string(),
  type: BlockedType,
  reason: Reason,
  note: z._default(z.nullable(z.string()), null),
  /** The campaign and the execution that caused an automatic entry. */
  campaignId: nullableId,
  executionId: nullableId,
  /** The reply that asked for no further emails. */
  replyId: nullableId,
  /** Number of contacts that the entry has suppressed, including deleted ones. */
  contactCount: z._default(z.int(), 0),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type BlocklistEntry = z.infer<typeof BlocklistEntry>;
