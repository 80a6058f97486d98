import * as z from 'zod/mini';
import { EventKind, trackedActions } from '#lib/values/event-kind.ts';
import { Include } from '#lib/values/include.ts';

/* Separate from the keys: every commit writes such items, but only publishing parses them. */

const optionalId = z.optional(z.string());

const OutboxMessage = z.discriminatedUnion('kind', [
  /** A running campaign to dispatch again. */
  z.object({ kind: z.literal('dispatch'), campaignId: z.string() }),
  z.object({ kind: z.literal('campaign_job'), campaignId: z.string(), jobId: z.string() }),
  z.object({ kind: z.literal('suppression_job'), jobId: z.string() }),
  /** The inbox of this account is read from now on. */
  z.object({ kind: z.literal('inbox_read'), accountId: z.string() }),
  /** A user has answered a reply. */
  z.object({ kind: z.literal('answer'), contactId: z.string(), answerId: z.string() }),
  /** An email of the service to a user. */
  z.object({ kind: z.literal('service_email'), emailId: z.string() }),
  /** A webhook changed its status. The owners of the workspace get a notice. */
  z.object({
    kind: z.literal('webhook_notice'),
    noticeId: z.string(),
    webhookId: z.string(),
    host: z.string(),
    status: z.enum(['failing', 'disabled']),
    consecutiveFailures: z.int(),
  }),
  /** The servers of a mailbox were exchanged. The owners of the workspace get a notice. */
  z.object({
    kind: z.literal('mailbox_notice'),
    noticeId: z.string(),
    accountId: z.string(),
  }),
  z.object({ kind: z.literal('import'), importId: z.string() }),
  z.object({ kind: z.literal('bulk_job'), jobId: z.string() }),
  z.object({ kind: z.literal('export'), exportId: z.string() }),
  z.object({ kind: z.literal('erasure'), contactId: z.string() }),
  /** The held deliveries of this webhook may be sent. */
  z.object({ kind: z.literal('webhook_release'), webhookId: z.string() }),
  z.object({
    kind: z.literal('webhook_resend'),
    webhookId: z.string(),
    again: z.object({
      eventId: z.string(),
      subjectId: z.string(),
      attempt: z.int(),
      resend: z.int(),
      include: z.optional(Include),
    }),
  }),
  /** Fields of this company changed: contacts that wait for one of them may continue. */
  z.object({ kind: z.literal('company_change'), companyId: z.string() }),
]);

/** A queue message that is sent after the commit. */
export type OutboxMessage = z.infer<typeof OutboxMessage>;

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
      campaignId: optionalId,
      emailAccountId: optionalId,
      variantId: optionalId,
      stepId: optionalId,
      /** `idCode` of the variant. */
      variant: optionalId,
      /** As in `NewEvent`. */
      isFirst: z.optional(z.boolean()),
      tracked: z.optional(z.array(z.enum(trackedActions))),
      /** Published before, and now to be subtracted from the counters. */
      isRetracted: z.optional(z.boolean()),
    }),
  ),
  increments: z.array(z.object({ subjectId: z.string(), counter: z.string(), by: z.int() })),
  messages: z.optional(z.array(OutboxMessage)),
});
export type OutboxItem = z.infer<typeof OutboxItem>;
