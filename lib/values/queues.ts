import * as z from 'zod/mini';
import { Include } from '#lib/values/include.ts';
import { keysOf } from '#lib/values/record-of.ts';
import { CampaignId, ContactId, EmailAccountId, ExportId, idSchema, Timestamp } from '#lib/values/schemas.ts';

/*
 * The table has the state of all work. A message only starts the work, so a lost or repeated message changes the timing and
 * nothing else. An erasure cannot search queues, so a message has ids, numbers and fixed words only.
 */

const workspaceId = idSchema('wsp');
const webhookId = idSchema('whk');
/** Dispatches a campaign. */
export const DispatchMessage = z.object({
  workspaceId,
  campaignId: CampaignId,
  /** Whether an execution has just ended, perhaps the last one. The counters may not include it yet. */
  hasEnded: z.optional(z.literal(true)),
  /** Version of the dispatch state that scheduled this message. The message is outdated after a newer version. */
  version: z.optional(z.int()),
});
export type DispatchMessage = z.infer<typeof DispatchMessage>;

/** Runs the next chunks of a job. The prefix of its id depends on its kind, which may be of a later version. */
export const JobMessage = z.object({ workspaceId, jobId: idSchema('[a-z]{3}') });
export type JobMessage = z.infer<typeof JobMessage>;

/** One email may be due. The execution in the table decides whether it is sent. */
export const SendMessage = z.object({
  workspaceId,
  campaignId: CampaignId,
  contactId: ContactId,
  accountId: EmailAccountId,
});
export type SendMessage = z.infer<typeof SendMessage>;

/** The answer of a user to a reply may be due. The answer in the table decides whether it is sent. */
export const AnswerMessage = z.object({ workspaceId, contactId: ContactId, answerId: idSchema('ans') });
export type AnswerMessage = z.infer<typeof AnswerMessage>;

/** An email of the service to a user may be due. */
export const ServiceEmailMessage = z.object({ workspaceId, serviceEmailId: z.string() });
export type ServiceEmailMessage = z.infer<typeof ServiceEmailMessage>;

/** A webhook changed its status, and the owners of its workspace get a notice. */
export const WebhookNoticeMessage = z.object({
  workspaceId,
  noticeId: idSchema('ntc'),
  webhookId,
  host: z.string(),
  status: z.enum(['failing', 'disabled']),
  consecutiveFailures: z.int(),
});
export type WebhookNoticeMessage = z.infer<typeof WebhookNoticeMessage>;

/** The servers of a mailbox were exchanged, and the owners of its workspace get a notice. */
const MailboxNoticeMessage = z.object({
  workspaceId,
  noticeId: idSchema('ntc'),
  accountId: EmailAccountId,
});

/** One attempt to deliver one event to one webhook. The event's data stays in the table, so that an erasure finds it. */
export const DeliveryMessage = z.object({
  workspaceId,
  webhookId,
  eventId: idSchema('evt'),
  /** The event is in the partition of this subject. */
  subjectId: z.union([idSchema('con'), idSchema('cmp'), idSchema('whk'), idSchema('acc')]),
  attempt: z.int(),
  /** Epoch milliseconds. Absolute, so that repeated delays in the queue do not add up. */
  dueAt: z.int(),
  /**
   * Set for the first attempt of a delivery that was held. Unlike other deliveries before their first attempt, it has an item,
   * which shows whether the message is a duplicate.
   */
  wasHeld: z.optional(z.literal(true)),
  /** `startedAt` of the replay that requested the attempt. */
  replayedBy: z.optional(Timestamp),
  /** The number of the resend; absent for a scheduled attempt. */
  resend: z.optional(z.int()),
  /** Objects that the delivery includes in addition to ids. Their data is stored beside the event: `included-data.ts`. */
  include: z.optional(Include),
});
export type DeliveryMessage = z.infer<typeof DeliveryMessage>;

/** Releases the held deliveries of a webhook that may be sent. */
export const ReleaseMessage = z.object({ workspaceId, webhookId });
export type ReleaseMessage = z.infer<typeof ReleaseMessage>;

/** An account's inbox may be due. The account in the table decides whether it is read. */
export const SyncMessage = z.object({
  workspaceId,
  accountId: EmailAccountId,
});
export type SyncMessage = z.infer<typeof SyncMessage>;

/** Resumes an export or deletes its files. */
export const ExportMessage = z.object({ workspaceId, exportId: ExportId });
export type ExportMessage = z.infer<typeof ExportMessage>;

/** BatchGetItem reads at most 100 keys. */
export const fanOutRecordsMax = 100;

/** Publishes outbox records of one workspace. */
export const FanOutMessage = z.object({
  workspaceId,
  records: z
    .array(z.object({ pk: z.string(), sk: z.string() }))
    .check(z.minLength(1), z.maxLength(fanOutRecordsMax)),
});
export type FanOutMessage = z.infer<typeof FanOutMessage>;

/** Fields of every queue message: the workspace of the work. */
export interface WorkspaceMessage {
  readonly workspaceId: string;
}

export interface QueueDefinition {
  readonly message: z.ZodMiniType<WorkspaceMessage>;
  /**
   * The kinds of work on worklists for which the queue has messages. The sweeper sends a new message for work that is late
   * by this time in milliseconds. It is longer than the normal delay, so the sweeper does not compete with a queued message.
   */
  readonly overdueAfterMs: Readonly<Record<string, number>>;
  /** How long an unread message is kept, if its work is requested again every minute. Default: 7 days. */
  readonly retentionSeconds?: number;
}

/**
 * The queues of the service. Each has its dead-letter queue and exactly one worker. Permissions, variables, ports, alarms and
 * the steps of the sweeper are derived from this record.
 */
export const queues = {
  ticks: { message: DispatchMessage, overdueAfterMs: { campaign: 60_000 } },
  // A chunk takes one or two seconds, and progress is visible after 20 s. Longer runs may be duplicated, which is harmless.
  jobs: { message: JobMessage, overdueAfterMs: { job: 60_000 } },
  sends: {
    message: z.union([
      SendMessage,
      AnswerMessage,
      ServiceEmailMessage,
      WebhookNoticeMessage,
      MailboxNoticeMessage,
    ]),
    overdueAfterMs: { answer: 60_000, service_email: 60_000 },
  },
  deliveries: {
    message: z.union([DeliveryMessage, ReleaseMessage]),
    overdueAfterMs: { delivery: 120_000, webhook: 120_000 },
  },
  /** Deliveries to endpoints that respond slowly. */
  slowlane: { message: DeliveryMessage, overdueAfterMs: {} },
  /** Due inboxes, which the sweeper requests every minute. So the messages of an outage do not pile up. */
  syncs: { message: SyncMessage, overdueAfterMs: {}, retentionSeconds: 300 },
  // An export that a worker writes is due at the end of the worker's lease.
  exports: { message: ExportMessage, overdueAfterMs: { export: 60_000 } },
  /** Events that have more deliveries than one invocation may create. */
  fanouts: { message: FanOutMessage, overdueAfterMs: {} },
} as const satisfies Record<string, QueueDefinition>;

export type QueueName = keyof typeof queues;
export type QueueMessage<Name extends QueueName = QueueName> = z.infer<(typeof queues)[Name]['message']>;
/** Kinds of work that are overdue without a queue message. */
export type QueuedWork = { [Name in QueueName]: keyof (typeof queues)[Name]['overdueAfterMs'] }[QueueName];

export const queueNames: readonly QueueName[] = keysOf(queues);

/** The limit of https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/quotas-messages.html */
export const delaySecondsMax = 900;
