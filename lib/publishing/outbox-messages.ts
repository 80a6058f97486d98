import type { SuppressionMessage } from '#lib/blocklist/workers.ts';
import type { BulkQueueMessage } from '#lib/bulk-jobs/workers.ts';
import type { DispatchMessage, JobMessage } from '#lib/campaigns/workers.ts';
import type { OutboxItem, OutboxMessage } from '#lib/commit/outbox-item.ts';
import type { ImportMessage } from '#lib/contacts/workers.ts';
import type {
  AnswerMessage,
  MailboxNoticeMessage,
  ServiceEmailMessage,
  WebhookNoticeMessage,
} from '#lib/emails/workers.ts';
import type { ErasureMessage } from '#lib/erasures/workers.ts';
import type { SyncMessage } from '#lib/inbox/workers.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { DeliveryMessage, ReleaseMessage } from '#lib/webhooks/workers.ts';

/** The messages of each queue, by its name. */
interface QueuedMessages {
  readonly ticks: DispatchMessage;
  readonly jobs: JobMessage;
  readonly sends: DirectMessage;
  readonly suppressions: SuppressionMessage;
  readonly syncs: SyncMessage;
  readonly deliveries: DeliveryMessage;
  readonly releases: ReleaseMessage;
  readonly imports: ImportMessage;
  readonly bulkjobs: BulkQueueMessage;
  readonly erasures: ErasureMessage;
}

export type OutboxQueues = { readonly [Name in keyof QueuedMessages]: Queue<QueuedMessages[Name]> };

type Batches = { readonly [Name in keyof QueuedMessages]: QueuedMessages[Name][] };

/** Messages about emails outside of campaigns. The dispatcher sends the messages about emails of campaigns. */
export type DirectMessage = AnswerMessage | ServiceEmailMessage | WebhookNoticeMessage | MailboxNoticeMessage;

/** An outbox record without its key. */
type MessageSource = Pick<OutboxItem, 'workspaceId' | 'events' | 'increments' | 'messages'>;

/**
 * Sends the queue messages of committed transactions. Duplicates have no effect, and a lost message only delays work: the
 * worklist still has it.
 */
export async function sendOutboxMessages(
  queues: OutboxQueues,
  records: readonly MessageSource[],
  now: number,
): Promise<void> {
  const batches: Batches = {
    ticks: dispatchMessagesOf(records),
    jobs: [],
    sends: [],
    suppressions: [],
    syncs: [],
    deliveries: [],
    releases: [],
    imports: [],
    bulkjobs: [],
    erasures: [],
  };
  for (const { workspaceId, messages: outboxMessages = [] } of records) {
    for (const message of outboxMessages) addToBatch(batches, workspaceId, message, now);
  }
  const sendBatch = async <Name extends keyof Batches>(name: Name) => {
    const messages = batches[name].map((message) => ({ message }));
    if (messages.length > 0) await queues[name].send(messages);
  };

  await Promise.all((Object.keys(batches) as (keyof Batches)[]).map(sendBatch));
}

function addToBatch(batches: Batches, workspaceId: string, message: OutboxMessage, now: number): void {
  switch (message.kind) {
    case 'dispatch': // `dispatchMessagesOf` sends one for each campaign.
    case 'company_change': // Publishing creates jobs for it.
      return;
    case 'campaign_job':
      batches.jobs.push({ workspaceId, campaignId: message.campaignId, jobId: message.jobId });
      return;
    case 'suppression_job':
      batches.suppressions.push({ workspaceId, jobId: message.jobId });
      return;
    case 'inbox_read':
      batches.syncs.push({ workspaceId, accountId: message.accountId, isBegin: true });
      return;
    case 'answer':
      batches.sends.push({ workspaceId, contactId: message.contactId, answerId: message.answerId });
      return;
    case 'service_email':
      batches.sends.push({ workspaceId, serviceEmailId: message.emailId });
      return;
    case 'webhook_notice':
    case 'mailbox_notice': {
      const { kind: _, ...notice } = message;
      batches.sends.push({ workspaceId, ...notice });
      return;
    }
    case 'import':
      batches.imports.push({ workspaceId, importId: message.importId });
      return;
    case 'bulk_job':
      batches.bulkjobs.push({ workspaceId, jobId: message.jobId });
      return;
    case 'export':
      batches.bulkjobs.push({ workspaceId, exportId: message.exportId });
      return;
    case 'erasure':
      batches.erasures.push({ workspaceId, contactId: message.contactId });
      return;
    case 'webhook_release':
      batches.releases.push({ workspaceId, webhookId: message.webhookId });
      return;
    case 'webhook_resend':
      batches.deliveries.push({
        workspaceId,
        webhookId: message.webhookId,
        ...message.again,
        dueAt: now,
      });
      return;
    default:
      message satisfies never;
  }
}

/**
 * Messages to the dispatcher, one for each campaign. It plans emails of a started campaign, deletes the schedule of a paused
 * campaign and may pause a campaign with bounces. It also runs after new enrolments.
 */
function dispatchMessagesOf(records: readonly MessageSource[]): DispatchMessage[] {
  const kinds: readonly string[] = ['campaign.started', 'campaign.paused', 'email.bounced'];
  const byCampaign = new Map<string, DispatchMessage>();
  for (const record of records) {
    const { workspaceId, events, messages: outboxMessages = [] } = record;
    const dispatches: {
      readonly campaignId?: string | undefined;
      readonly hasEnded?: DispatchMessage['hasEnded'];
    }[] = [
      ...events.filter(({ type }) => kinds.includes(type)),
      ...outboxMessages.filter((message) => message.kind === 'dispatch'),
      ...campaignsWithEndings(record),
    ];
    for (const { campaignId, hasEnded } of dispatches) {
      if (campaignId === undefined) continue;
      const existing = byCampaign.get(campaignId);
      byCampaign.set(campaignId, { ...existing, workspaceId, campaignId, ...(hasEnded && { hasEnded }) });
    }
  }

  return [...byCampaign.values()];
}

const endCounters: readonly string[] = [
  'replied',
  'bounced',
  'unsubscribed',
  'blocklisted',
  'failed',
  'stopped',
];

/**
 * Campaigns with sequences that ended, because this may complete the campaign. A sequence that ends with its last email
 * (`completed`) is omitted: the next dispatch is already planned. A sequence that completes by a skipped last step or by late
 * evidence is included. Its record has a queue message for the campaign.
 */
function campaignsWithEndings({
  increments,
  messages: outboxMessages = [],
}: MessageSource): Pick<DispatchMessage, 'campaignId' | 'hasEnded'>[] {
  const hasMessage = (id: string) =>
    outboxMessages.some((message) => 'campaignId' in message && message.campaignId === id);

  return increments
    .filter(({ subjectId }) => subjectId.startsWith('cmp_'))
    .filter(
      ({ subjectId, counter }) =>
        endCounters.includes(counter) || (counter === 'completed' && hasMessage(subjectId)),
    )
    .map(({ subjectId }) => ({ campaignId: subjectId, hasEnded: true }));
}
