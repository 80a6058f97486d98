import { mkdirSync } from 'node:fs';
import { buildApp } from 'fauxqs';
import type { ClockMove } from '../clock.ts';
import { openQueueStores, type SendInput } from './fauxqs-parts.ts';
import { isPortTaken, loopbackHost, PortTaken, portOf } from './loopback.ts';

interface QueueDepth {
  readonly ready: number;
  readonly delayed: number;
  readonly inFlight: number;
}

/** Current number of messages in each queue, by queue name. */
export type QueueDepths = Record<string, QueueDepth>;

/**
 * Runs the embedded SQS in the calling thread. Delays and visibility timeouts use its `Date.now()`, so
 * install a moved clock first.
 * @throws {PortTaken}
 */
export async function runSqs(options: { dataFolder: string; port?: number | undefined }) {
  mkdirSync(options.dataFolder, { recursive: true });
  const queues = openQueueStores(options.dataFolder);
  const { sqsStore } = queues.stores;
  const app = buildApp({ logger: false, stores: queues.stores });
  app.addHook('onClose', async () => queues.close());
  app.addHook('preHandler', async ({ headers, body }) => {
    if (String(headers['x-amz-target']).startsWith('AmazonSQS.SendMessage')) {
      sqsStore.noteGroups(body as SendInput);
    }
  });
  try {
    await app.listen({ host: loopbackHost, port: options.port ?? 0 });
  } catch (error) {
    await app.close();
    throw isPortTaken(error) ? new PortTaken('SQS', options.port ?? 0) : error;
  }
  const endpoint = `http://${loopbackHost}:${portOf(app.server.address())}`;
  queues.load(endpoint);

  return {
    endpoint,
    stop: async () => app.close(),
    moveTimes: (move: ClockMove) => queues.moveTimes(move),
    queueDepths(): QueueDepths {
      sqsStore.processAllTimers();
      const depths = Array.from(sqsStore.allQueues(), (queue) => [
        queue.name,
        {
          ready: Number(queue.getAttribute('ApproximateNumberOfMessages')),
          delayed: Number(queue.getAttribute('ApproximateNumberOfMessagesDelayed')),
          inFlight: Number(queue.getAttribute('ApproximateNumberOfMessagesNotVisible')),
        },
      ]);

      return Object.fromEntries(depths);
    },
  };
}
