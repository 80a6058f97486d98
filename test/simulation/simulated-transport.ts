import { type Queue, sqsQueue } from '#lib/queue/sqs-queue.ts';
import type { CampaignSchedules } from '#lib/schedule/campaign-schedules.ts';
import type { DispatchMessage, QueueMessage, QueueName } from '#lib/values/queues.ts';
import { seededRandom } from './seeded-random.ts';

/** Reliability of message delivery. */
export interface TransportQuality {
  readonly seed: number;
  /** Share of messages that are delivered twice; `lost`: share that is never delivered. */
  readonly doubled: number;
  readonly lost: number;
}

/** Simulated queues and schedules. */
export interface SimulatedTransport {
  queue<Name extends QueueName>(
    name: Name,
    deliver: (at: number, message: QueueMessage<Name>) => void,
  ): Queue<QueueMessage<Name>>;
  schedules(fire: (at: number, tick: DispatchMessage, isStill: () => boolean) => void): CampaignSchedules;
}

/** Maximum delay of a message. Milliseconds. */
const messageDelayMsMax = 1500;

/** Schedules are precise to one minute: https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html */
const scheduleDelayMsMax = 60_000;

/** @param clock simulated clock that decides when messages are delivered. Epoch milliseconds. */
export function simulatedTransport(
  clock: () => number,
  { seed, doubled, lost }: TransportQuality,
): SimulatedTransport {
  const chance = seededRandom(seed);

  return {
    queue(name, deliver) {
      const queue = sqsQueue(name);

      return {
        async send(messages) {
          // The real queue validates the messages; the simulated clock delivers them.
          await queue.send(messages);
          for (const { message, delaySeconds = 0 } of messages) {
            const readyAt = clock() + Math.min(900, Math.max(0, Math.ceil(delaySeconds))) * 1000;
            const drawn = chance();
            const copies = drawn < lost ? 0 : drawn < lost + doubled ? 2 : 1;
            for (let copy = 0; copy < copies; copy++) {
              deliver(readyAt + Math.floor(chance() * messageDelayMsMax), message);
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
        async scheduleDispatch(campaignId, { workspaceId }, at) {
          const version = supersede(campaignId);
          const firesAt = Math.ceil(Math.max(at, clock() + 2000) / 1000) * 1000;
          const delayMs = Math.floor(chance() * scheduleDelayMsMax);
          fire(firesAt + delayMs, { workspaceId, campaignId }, () => versions.get(campaignId) === version);
        },
        async delete(campaignId) {
          supersede(campaignId);
        },
      };
    },
  };
}
