import { mkdirSync } from 'node:fs';
import { buildApp } from 'fauxqs';
import type { QueueDepth } from '../../command-line/queue-depth.ts';
import { openQueueStores, type SendInput, startApp } from './fauxqs-parts.ts';

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
  // fauxqs drops the message groups of standard queues, so they are stored first.
  app.addHook('preHandler', async ({ headers, body }) => {
    if (String(headers['x-amz-target']).startsWith('AmazonSQS.SendMessage')) {
      sqsStore.noteGroups(body as SendInput);
    }
  });
  const server = await startApp(app, 'SQS', options.port);
  queues.load(server.endpoint);

  return {
    ...server,
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
