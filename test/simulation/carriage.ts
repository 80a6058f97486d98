import type { Tick } from '#lib/campaigns/workers.ts';
import { type Queue, sqsQueue, type WorkspaceMessage } from '#lib/queue/sqs-queue.ts';
import type { CampaignSchedules } from '#lib/schedule/campaign-schedules.ts';
import type { QueueName } from '#lib/values/queues.ts';
import { seededChance } from './chance.ts';

/** How well calls are carried to whom they call. */
export interface CarriageQuality {
  readonly seed: number;
  /** The share of a queue's messages that come twice, and that never come. */
  readonly doubled: number;
  readonly lost: number;
}

/** What calls are carried by. */
export interface Carriage {
  queue<Message extends WorkspaceMessage>(
    name: QueueName,
    deliver: (at: number, message: Message) => void,
  ): Queue<Message>;
  schedules(fire: (at: number, tick: Tick, isStill: () => boolean) => void): CampaignSchedules;
}

/** Messages are late by up to so much. Milliseconds. */
const messageLateMsMax = 1500;

/** https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html: to the minute. */
const scheduleLateMsMax = 60_000;

/** @param clock by which everything comes. Epoch milliseconds. */
export function carriageBy(clock: () => number, { seed, doubled, lost }: CarriageQuality): Carriage {
  const chance = seededChance(seed);

  return {
    queue(name, deliver) {
      const queue = sqsQueue(name);

      return {
        async send(messages) {
          // The real one must take them; when they come is this clock's matter.
          await queue.send(messages);
          for (const { message, delaySeconds = 0 } of messages) {
            const readyAt = clock() + Math.min(900, Math.max(0, Math.ceil(delaySeconds))) * 1000;
            const fate = chance();
            const copies = fate < lost ? 0 : fate < lost + doubled ? 2 : 1;
            for (let copy = 0; copy < copies; copy++) {
              deliver(readyAt + Math.floor(chance() * messageLateMsMax), message);
            }
          }
        },
      };
    },

    schedules(fire) {
      const versions = new Map<string, number>();
      const supersede = (campaignId: string) => {
        const version = (versions.get(campaignId) ?? 0) + 1;
        versions.set(campaignId, version);

        return version;
      };

      return {
        async wakeAt(tick, at) {
          const version = supersede(tick.campaignId);
          const { workspaceId, campaignId } = tick;
          const firesAt = Math.ceil(Math.max(at, clock() + 2000) / 1000) * 1000;
          const late = Math.floor(chance() * scheduleLateMsMax);
          fire(firesAt + late, { workspaceId, campaignId }, () => versions.get(campaignId) === version);
        },
        async clear(campaignId) {
          supersede(campaignId);
        },
      };
    },
  };
}
