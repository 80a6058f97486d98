import type { Chunk, CommitChunk, JobDescription } from '#lib/jobs/description.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import { readMerged, sortKeyOf } from '#lib/storage/merged-query.ts';
import type { Item, Table, Update } from '#lib/storage/table.ts';
import { timestamp } from '#lib/values/ids.ts';
import { deliveriesToReplay, holdAll, periodQuery } from '#lib/webhooks/delivery/replay-events.ts';
import { storeIncluded } from '#lib/webhooks/included-data.ts';
import { toWebhook, type WebhookItem, webhookKey } from '#lib/webhooks/items.ts';
import { type Replay, type ReplayFailure, ReplayJob, replayKind } from '#lib/webhooks/replay.ts';

/** Events per chunk. Their contacts, campaigns and deliveries are read with one BatchGetItem each. */
const chunkSize = 100;

/** A webhook with the replay of the job. */
interface Replayed {
  readonly webhook: WebhookItem;
  readonly replay: Replay;
}

/**
 * Holds deliveries of the events of a period, so that a release sends them. A delivery is held once per replay, even if a chunk
 * runs twice.
 */
export const replayJobs: JobDescription<Services> = {
  kind: replayKind,
  nextChunk: async (services, item) => replayChunk(services, ReplayJob.parse(item)),
  failureOf: () => eventsUnreadable,
  abandon: async ({ table, now }, item) => {
    const job = ReplayJob.parse(item);
    const found = await findReplayed(table, job);
    if (!found) return { writes: [] };
    const replay = { ...failed(found.replay, eventsUnreadable, now()), completedAt: timestamp(now()) };

    return { writes: [replayUpdate(job, found, replay, now())] };
  },
};

const eventsUnreadable = {
  code: 'events_unreadable',
  message: 'the next events could not be read three times: replay a period after them',
} as const;
const eventUnreadable = {
  code: 'events_unreadable',
  message: 'some events could not be read and are not sent',
} as const;

async function replayChunk({ table, now }: Services, job: ReplayJob): Promise<Chunk<Item>> {
  const started = await findReplayed(table, job);
  const query = started && periodQuery(job.workspaceId, started.webhook, started.replay);
  const items = query ? await readMerged(table, query, job.eventId, chunkSize) : [];
  /** @param change reads the replay again, because it may have ended since an earlier attempt */
  const commitRead = async (
    read: readonly Item[],
    commitChunk: CommitChunk,
    change: (found: Replayed) => Promise<Replay>,
  ) => {
    const found = await findReplayed(table, job);
    if (!query || !found) return commitChunk({ writes: [] }, { end: 'done' });
    const last = read.at(-1);
    const isRead = items.length < chunkSize && last === items.at(-1);
    const replay = { ...(await change(found)), ...(isRead && { completedAt: timestamp(now()) }) };
    await commitChunk(
      { writes: [replayUpdate(job, found, replay, now())] },
      { ...(last && { set: { eventId: sortKeyOf(query, last) } }), ...(isRead && { end: 'done' }) },
    );
  };

  return {
    elements: items,
    apply: (read, commitChunk) =>
      commitRead(read, commitChunk, async ({ webhook, replay }) => {
        const deliveries = await deliveriesToReplay({ table, now }, job.workspaceId, webhook, read);
        await storeIncluded(table, deliveries);

        return { ...replay, queued: replay.queued + (await holdAll(table, deliveries, replay)) };
      }),
    skip: (item, error, commitChunk) => {
      const { workspaceId, webhookId } = job;
      log('error', 'job items set aside', { workspaceId, webhookId, count: 1 }, error);

      return commitRead([item], commitChunk, async ({ replay }) => failed(replay, eventUnreadable, now()));
    },
  };
}

/** @returns undefined if the webhook was deleted, or the replay was ended */
async function findReplayed(table: Table, job: ReplayJob): Promise<Replayed | undefined> {
  const item = await table.get(webhookKey(job.workspaceId, job.webhookId));
  const webhook = item && toWebhook(item);

  return webhook?.replay && webhook.replayJobId === job.id ? { webhook, replay: webhook.replay } : undefined;
}

function failed(replay: Replay, reason: Omit<ReplayFailure, 'occurredAt'>, now: number): Replay {
  return { ...replay, statusReason: { ...reason, occurredAt: timestamp(now) } };
}

function replayUpdate(
  { id, workspaceId, webhookId }: ReplayJob,
  { webhook: { status } }: Replayed,
  replay: Replay,
  now: number,
): Update {
  return {
    update: webhookKey(workspaceId, webhookId),
    set: {
      replay,
      // Extends the release, because the index shows held deliveries with a delay.
      ...(status === 'healthy' && { releasingSince: now }),
    },
    ...(replay.completedAt !== null && { remove: ['replayJobId'] }),
    if: { replayJobId: { is: id }, status: { is: status } },
  };
}
