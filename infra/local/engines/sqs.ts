import { mkdirSync } from 'node:fs';
import { buildApp } from 'fauxqs';
import { openQueueStores } from './fauxqs-parts.ts';
import { isPortTaken, loopbackHost, PortTaken, portOf } from './loopback.ts';

interface QueueDepth {
  readonly ready: number;
  readonly delayed: number;
  readonly inFlight: number;
}

export interface Sqs {
  readonly endpoint: string;
  stop(): Promise<void>;
  /** How many messages each queue holds at this moment, by queue name. */
  queueDepths(): Promise<Record<string, QueueDepth>>;
}

/**
 * Starts the embedded SQS on the loopback address. Messages, their delays and what is in flight are on disk before
 * a call is answered. Delays and visibility follow `Date.now()`, so set a moved clock before starting.
 * @throws {PortTaken}
 */
export async function startSqs(options: { dataFolder: string; port?: number | undefined }): Promise<Sqs> {
  mkdirSync(options.dataFolder, { recursive: true });
  const queues = openQueueStores(options.dataFolder);
  const { sqsStore } = queues.stores;
  const app = buildApp({ logger: false, stores: queues.stores });
  app.addHook('onClose', async () => queues.close());
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
    async queueDepths() {
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
