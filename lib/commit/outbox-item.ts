import * as z from 'zod/mini';
import { EventKind } from '#lib/values/event-kind.ts';

/* Apart from the keys, because whoever commits writes such items and only publishing reads them. */

const id = z.optional(z.string());

const OutboxCall = z.object({
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

/** What publishing must know of a transaction's events, so that it need not read them. */
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
      /** What was published before and is to be counted no more. */
      isRetracted: z.optional(z.boolean()),
    }),
  ),
  tallies: z.array(z.object({ subjectId: z.string(), counter: z.string(), by: z.int() })),
  /** To a campaign's dispatcher, to a job of a campaign, to a job of the blocklist, for a webhook, an inbox, an import, or a company. */
  calls: z.optional(z.array(OutboxCall)),
});
export type OutboxItem = z.infer<typeof OutboxItem>;
