import type { SuppressionCall } from '#lib/blocklist/workers.ts';
import type { JobCall, Tick } from '#lib/campaigns/workers.ts';
import type { OutboxItem } from '#lib/commit/outbox-item.ts';
import type { ImportCall } from '#lib/contacts/workers.ts';
import type { SyncCall } from '#lib/inbox/workers.ts';
import type { Queue, WorkspaceMessage } from '#lib/queue/sqs-queue.ts';
import type { DeliveryCall, ReleaseCall } from '#lib/webhooks/workers.ts';

export interface CallQueues {
  readonly ticks: Queue<Tick>;
  readonly jobs: Queue<JobCall>;
  readonly suppressions: Queue<SuppressionCall>;
  readonly syncs: Queue<SyncCall>;
  readonly deliveries: Queue<DeliveryCall>;
  readonly slowlane: Queue<DeliveryCall>;
  readonly releases: Queue<ReleaseCall>;
  readonly imports: Queue<ImportCall>;
}

/**
 * Sends the queue messages of committed transactions. Duplicates have no effect, and a lost message only delays work: the
 * worklist still has it.
 */
export async function makeCalls(
  queues: CallQueues,
  records: readonly OutboxItem[],
  now: number,
): Promise<void> {
  const calls = records.flatMap(({ workspaceId, calls: own = [] }) =>
    own.map((call) => ({ workspaceId, ...call })),
  );
  const jobs = calls.flatMap(({ workspaceId, campaignId, jobId }) =>
    campaignId === undefined || jobId === undefined ? [] : [{ workspaceId, campaignId, jobId }],
  );
  const suppressions = calls.flatMap(({ workspaceId, campaignId, jobId }) =>
    campaignId !== undefined || jobId === undefined ? [] : [{ workspaceId, jobId }],
  );
  const syncs = calls.flatMap(({ workspaceId, accountId }) =>
    accountId === undefined ? [] : [{ workspaceId, accountId, isBegin: true as const }],
  );
  const imports = calls.flatMap(({ workspaceId, importId }) =>
    importId === undefined ? [] : [{ workspaceId, importId }],
  );
  const releases = calls.flatMap(({ workspaceId, webhookId, again }) =>
    webhookId === undefined || again ? [] : [{ workspaceId, webhookId }],
  );
  const resends = calls.flatMap(({ workspaceId, webhookId, again }) =>
    webhookId === undefined || !again ? [] : [{ workspaceId, webhookId, ...again, dueAt: now }],
  );

  await Promise.all([
    sendAll(queues.ticks, ticksOf(records)),
    sendAll(queues.jobs, jobs),
    sendAll(queues.suppressions, suppressions),
    sendAll(queues.syncs, syncs),
    sendAll(queues.releases, releases),
    sendAll(queues.imports, imports),
    sendAll(queues.deliveries, resends),
  ]);
}

/**
 * Messages to the dispatcher, which plans emails of a started campaign, deletes the schedule of a paused one and may pause
 * one with bounces. It also runs after new enrolments.
 */
function ticksOf(records: readonly OutboxItem[]): Tick[] {
  const kinds: readonly string[] = ['campaign.started', 'campaign.paused', 'email.bounced'];
  const wakes = new Map<string, Tick>();
  for (const record of records) {
    const { workspaceId, events, calls = [] } = record;
    const own: { readonly campaignId?: string | undefined; readonly hasEnded?: Tick['hasEnded'] }[] = [
      ...events.filter(({ type }) => kinds.includes(type)),
      ...calls.filter(({ jobId }) => jobId === undefined).map(({ campaignId }) => ({ campaignId })),
      ...endedIn(record),
    ];
    for (const { campaignId, hasEnded } of own) {
      if (campaignId === undefined) continue;
      const known = wakes.get(campaignId);
      wakes.set(campaignId, { ...known, workspaceId, campaignId, ...(hasEnded && { hasEnded }) });
    }
  }

  return [...wakes.values()];
}

const ends: readonly string[] = ['replied', 'bounced', 'unsubscribed', 'blocklisted', 'failed', 'stopped'];

/**
 * Campaigns with contacts that ended other than by sending their last email, because this may complete the campaign. If a
 * last email with an unknown outcome turns out to be sent, the record has a message.
 */
function endedIn({ tallies, calls = [] }: OutboxItem): Pick<Tick, 'campaignId' | 'hasEnded'>[] {
  const isCalled = (id: string) => calls.some(({ campaignId }) => campaignId === id);

  return tallies
    .filter(({ subjectId }) => subjectId.startsWith('cmp_'))
    .filter(
      ({ subjectId, counter }) => ends.includes(counter) || (counter === 'completed' && isCalled(subjectId)),
    )
    .map(({ subjectId }) => ({ campaignId: subjectId, hasEnded: true }));
}

async function sendAll<Message extends WorkspaceMessage>(
  queue: Queue<Message>,
  messages: readonly Message[],
): Promise<void> {
  if (messages.length > 0) await queue.send(messages.map((message) => ({ message })));
}
