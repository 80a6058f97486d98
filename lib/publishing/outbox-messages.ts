import type { SuppressionMessage } from '#lib/blocklist/workers.ts';
import type { DispatchMessage, JobMessage } from '#lib/campaigns/workers.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import type { ImportMessage } from '#lib/contacts/workers.ts';
import type { SyncMessage } from '#lib/inbox/workers.ts';
import type { Queue, WorkspaceMessage } from '#lib/queue/sqs-queue.ts';
import type { DeliveryMessage, ReleaseMessage } from '#lib/webhooks/workers.ts';

export interface OutboxQueues {
  readonly ticks: Queue<DispatchMessage>;
  readonly jobs: Queue<JobMessage>;
  readonly suppressions: Queue<SuppressionMessage>;
  readonly syncs: Queue<SyncMessage>;
  readonly deliveries: Queue<DeliveryMessage>;
  readonly slowlane: Queue<DeliveryMessage>;
  readonly releases: Queue<ReleaseMessage>;
  readonly imports: Queue<ImportMessage>;
}

/**
 * Sends the queue messages of committed transactions. Duplicates have no effect, and a lost message only delays work: the
 * worklist still has it.
 */
export async function sendOutboxMessages(
  queues: OutboxQueues,
  records: readonly OutboxItem[],
  now: number,
): Promise<void> {
  const outboxMessages = records.flatMap(({ workspaceId, calls: own = [] }) =>
    own.map((call) => ({ workspaceId, ...call })),
  );
  const jobs = outboxMessages.flatMap(({ workspaceId, campaignId, jobId }) =>
    campaignId === undefined || jobId === undefined ? [] : [{ workspaceId, campaignId, jobId }],
  );
  const suppressions = outboxMessages.flatMap(({ workspaceId, campaignId, jobId }) =>
    campaignId !== undefined || jobId === undefined ? [] : [{ workspaceId, jobId }],
  );
  const syncs = outboxMessages.flatMap(({ workspaceId, accountId }) =>
    accountId === undefined ? [] : [{ workspaceId, accountId, isBegin: true as const }],
  );
  const imports = outboxMessages.flatMap(({ workspaceId, importId }) =>
    importId === undefined ? [] : [{ workspaceId, importId }],
  );
  const releases = outboxMessages.flatMap(({ workspaceId, webhookId, again }) =>
    webhookId === undefined || again ? [] : [{ workspaceId, webhookId }],
  );
  const resends = outboxMessages.flatMap(({ workspaceId, webhookId, again }) =>
    webhookId === undefined || !again ? [] : [{ workspaceId, webhookId, ...again, dueAt: now }],
  );

  await Promise.all([
    sendAll(queues.ticks, dispatchMessagesOf(records)),
    sendAll(queues.jobs, jobs),
    sendAll(queues.suppressions, suppressions),
    sendAll(queues.syncs, syncs),
    sendAll(queues.releases, releases),
    sendAll(queues.imports, imports),
    sendAll(queues.deliveries, resends),
  ]);
}

/**
 * Messages to the dispatcher, which plans emails of a started campaign, deletes the schedule of a paused campaign and may
 * pause a campaign with bounces. It also runs after new enrolments.
 */
function dispatchMessagesOf(records: readonly OutboxItem[]): DispatchMessage[] {
  const kinds: readonly string[] = ['campaign.started', 'campaign.paused', 'email.bounced'];
  const byCampaign = new Map<string, DispatchMessage>();
  for (const record of records) {
    const { workspaceId, events, calls: outboxMessages = [] } = record;
    const own: {
      readonly campaignId?: string | undefined;
      readonly hasEnded?: DispatchMessage['hasEnded'];
    }[] = [
      ...events.filter(({ type }) => kinds.includes(type)),
      ...outboxMessages.filter(({ jobId }) => jobId === undefined).map(({ campaignId }) => ({ campaignId })),
      ...endedCampaigns(record),
    ];
    for (const { campaignId, hasEnded } of own) {
      if (campaignId === undefined) continue;
      const known = byCampaign.get(campaignId);
      byCampaign.set(campaignId, { ...known, workspaceId, campaignId, ...(hasEnded && { hasEnded }) });
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
 * Campaigns with contacts that ended other than by sending their last email, because this may complete the campaign. If a
 * last email with an unknown outcome turns out to be sent, the record has a message.
 */
function endedCampaigns({
  tallies,
  calls: outboxMessages = [],
}: OutboxItem): Pick<DispatchMessage, 'campaignId' | 'hasEnded'>[] {
  const hasMessage = (id: string) => outboxMessages.some(({ campaignId }) => campaignId === id);

  return tallies
    .filter(({ subjectId }) => subjectId.startsWith('cmp_'))
    .filter(
      ({ subjectId, counter }) =>
        endCounters.includes(counter) || (counter === 'completed' && hasMessage(subjectId)),
    )
    .map(({ subjectId }) => ({ campaignId: subjectId, hasEnded: true }));
}

async function sendAll<Message extends WorkspaceMessage>(
  queue: Queue<Message>,
  messages: readonly Message[],
): Promise<void> {
  if (messages.length > 0) await queue.send(messages.map((message) => ({ message })));
}
