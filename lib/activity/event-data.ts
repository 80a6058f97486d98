import * as z from 'zod/mini';
import { BlocklistEntry, BlocklistEntryId } from '#lib/blocklist/entry.ts';
import { PauseReason } from '#lib/campaigns/state/settings.ts';
import { VariantId, Winner, WinnerMetric } from '#lib/campaigns/state/winner.ts';
import { ReplyId } from '#lib/replies/reply.ts';
import { type DeliveredKind, unsubscribeMethods } from '#lib/values/event-kind.ts';
import {
  CampaignId,
  ContactId,
  EmailAccountId,
  ExecutionId,
  StepId,
  Timestamp,
} from '#lib/values/schemas.ts';
import { WebhookId } from '#lib/webhooks/webhook.ts';

const text = z.string();

/** The five ids of every email event (specification, section 6). `email.sent` has no other fields. */
const emailIds = {
  executionId: ExecutionId,
  campaignId: CampaignId,
  contactId: ContactId,
  stepId: StepId,
  emailAccountId: EmailAccountId,
};
const contactFields = { contactId: ContactId, email: text };
const webhookFields = {
  webhookId: WebhookId,
  url: text,
  consecutiveFailures: z.int(),
  errorCode: text,
};
const campaignFields = { campaignId: CampaignId, name: text };
const accountFields = { emailAccountId: EmailAccountId, email: text };
const labels = z.array(text);

/** `data` of each event kind, for webhooks and `GET /activity`. */
export const eventData: Readonly<
  Record<DeliveredKind, z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>>
> = {
  'email.sent': z.strictObject(emailIds),
  'email.opened': z.strictObject({ ...emailIds, openedAt: Timestamp, isFirst: z.boolean() }),
  'email.clicked': z.strictObject({ ...emailIds, url: text, clickedAt: Timestamp }),
  'email.replied': z.strictObject({
    ...emailIds,
    messageId: text,
    subject: text,
    snippet: text.check(z.maxLength(200)),
    fromEmail: z.nullable(text),
    replyId: ReplyId,
  }),
  'email.bounced': z.strictObject({
    ...emailIds,
    smtpCode: z.nullable(z.int()),
    enhancedCode: z.nullable(text),
    diagnostic: z.nullable(text),
  }),
  'email.rejected': z.strictObject({
    ...emailIds,
    source: z.enum(['session', 'report']),
    scope: z.enum(['recipient', 'message', 'account']),
    /** A `ReplyReason` of `lib/mail/replies`: why the mail server rejected the email. A text, because more may be added. */
    reason: text,
    smtpCode: z.nullable(z.int()),
    enhancedCode: z.nullable(text),
    diagnostic: z.nullable(text),
  }),
  'email.unsubscribed': z.strictObject({ ...emailIds, method: z.enum(unsubscribeMethods) }),
  'contact.created': z.strictObject(contactFields),
  'contact.updated': z.strictObject({ ...contactFields, changedFields: z.array(text) }),
  'contact.blocklisted': z.strictObject({
    ...contactFields,
    blocklistEntryId: BlocklistEntryId,
    reason: BlocklistEntry.shape.reason,
  }),
  'campaign.started': z.strictObject(campaignFields),
  'campaign.paused': z.strictObject({
    ...campaignFields,
    // The reason `deleted` exists only here: a deleted campaign has no `pauseReason`.
    reason: z.enum([...PauseReason.options, 'deleted']),
  }),
  // An open record, because more counters may be added.
  'campaign.completed': z.strictObject({ ...campaignFields, stats: z.record(text, z.int()) }),
  'campaign.contact_completed': z.strictObject({
    executionId: ExecutionId,
    campaignId: CampaignId,
    contactId: ContactId,
    skippedStepIds: z.array(StepId),
  }),
  'campaign.winner_changed': z.strictObject({
    ...campaignFields,
    stepId: StepId,
    /** Null: the winner was removed. */
    variantId: z.nullable(VariantId),
    chosenBy: Winner.shape.chosenBy,
    /** Null if a user chose or removed the winner, like `probability`. */
    metric: z.nullable(WinnerMetric),
    probability: z.nullable(z.number()),
  }),
  'reply.labels_changed': z.strictObject({
    ...emailIds,
    replyId: ReplyId,
    labels,
    addedLabels: labels,
    removedLabels: labels,
  }),
  'email_account.failing': z.strictObject({
    ...accountFields,
    /** `code`, `message` and `smtpCode` of the account's `statusReason`. */
    code: text,
    message: text,
    smtpCode: z.nullable(z.int()),
    /** Null if the account must be reconnected. */
    retryAt: z.nullable(Timestamp),
  }),
  'email_account.reconnected': z.strictObject(accountFields),
  'webhook.failing': z.strictObject(webhookFields),
  'webhook.disabled': z.strictObject(webhookFields),
  'webhook.test': z.strictObject({ webhookId: WebhookId }),
};
