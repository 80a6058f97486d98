import type { Queue, Queues } from '#lib/queue/sqs-queue.ts';
import type { CampaignSchedules } from '#lib/schedule/campaign-schedules.ts';
import { outboxPrefix } from '#lib/storage/schema.ts';
import type { Item } from '#lib/storage/table.ts';
import type { DispatchMessage, WorkspaceMessage } from '#lib/values/queues.ts';
import type { Timeline } from './timeline.ts';
import type { Workers } from './workers.ts';

/** Queues, schedules and the stream, on the timeline. */
export interface Transport {
  readonly queues: Queues;
  readonly schedules: CampaignSchedules;
  /** Called with each item that is put. */
  readonly onPut: (item: Item) => void;
  /** Called once, before the first message. */
  connect(workers: Workers): void;
}

/** Batch interval of the stream. */
const publishAfterMs = 1000;

/** Messages, schedules and stream records become actions on the timeline. */
export function createTransport(timeline: Timeline): Transport {
  const connected = Promise.withResolvers<Workers>();
  const queue = <Message extends WorkspaceMessage>(
    deliver: (workers: Workers, message: Message) => Promise<void>,
  ): Queue<Message> => ({
    async send(messages) {
      for (const { message, delaySeconds = 0 } of messages) {
        const at = timeline.now() + Math.max(0, delaySeconds) * 1000;
        timeline.add(at, async () => deliver(await connected.promise, message));
      }
    },
  });
  const unused = { send: async () => undefined };
  const outbox: Item[] = [];

  return {
    queues: {
      ticks: queue((workers, message) => workers.dispatch(message)),
      jobs: queue((workers, message) => workers.runJob(message)),
      sends: queue((workers, message) => workers.send(message)),
      suppressions: queue((workers, message) => workers.suppress(message)),
      imports: queue((workers, message) => workers.runImport(message)),
      deliveries: queue((workers, message) => workers.deliver(message)),
      // The history has no slow endpoint, no bulk job and no erasure, and reads no inbox.
      releases: unused,
      syncs: unused,
      slowlane: unused,
      bulkjobs: unused,
      erasures: unused,
      fanouts: unused,
    },
    schedules: createSchedules(timeline, async (message) => (await connected.promise).dispatch(message)),
    onPut(item) {
      if (!item.pk.startsWith(outboxPrefix)) return;
      if (outbox.length === 0) {
        timeline.add(timeline.now() + publishAfterMs, async () =>
          (await connected.promise).publish(outbox.splice(0)),
        );
      }
      outbox.push(item);
    },
    connect: connected.resolve,
  };
}

/** A campaign has at most one schedule. A later version makes an earlier schedule void. */
function createSchedules(
  timeline: Timeline,
  dispatch: (message: DispatchMessage) => Promise<void>,
): CampaignSchedules {
  const versions = new Map<string, number>();
  const startVersion = (campaignId: string) => {
    const version = (versions.get(campaignId) ?? 0) + 1;
    versions.set(campaignId, version);

    return version;
  };

  return {
    async scheduleDispatch(campaignId, message, at) {
      const version = startVersion(campaignId);
      timeline.add(at, async () => {
        if (versions.get(campaignId) === version) await dispatch(message);
      });
    },
    async delete(campaignId) {
      startVersion(campaignId);
    },
  };
}
