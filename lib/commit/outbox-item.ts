import * as z from 'zod/mini';
import { EventKind } from '#lib/values/event-kind.ts';

/* Separate from the keys: every commit writes such items, but only publishing parses them. */

const id = z.optional(z.string());

const StoredOutboxMessage = z.object({
  campaignId: id,
  jobId: id,
  webhookId: id,
  accountId: id,
  importId: id,
  companyId: id,
  again: z.optional(
    z.object({ eventId: z.string(), subjectId: z.string(), attempt: z.int(), resend: z.int() }),
  ),
});

/** The data of a transaction's events that publishing needs, so that it does not read the events. */
export const OutboxItem = z.object({
  pk: z.string(),
  sk: z.string(),
  workspaceId: z.string(),
  events: z.array(
    z.object({
      id: z.string(),
      type: EventKind,
      subjectId: z.string(),
      campaignId: id,
      emailAccountId: id,
      isFirst: z.optional(z.boolean()),
      /** Published before, and now to be subtracted from the counters. */
      isRetracted: z.optional(z.boolean()),
    }),
  ),
  tallies: z.array(z.object({ subjectId: z.string(), counter: z.string(), by: z.int() })),
  /** Queue messages to send, see `OutboxMessage` in lib/commit/new-event.ts. */
  calls: z.optional(z.array(StoredOutboxMessage)),
});
export type OutboxItem = z.infer<typeof OutboxItem>;
