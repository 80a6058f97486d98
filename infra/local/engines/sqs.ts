import { once } from 'node:events';
import { MessageChannel, Worker } from 'node:worker_threads';
import type { ClockBuffer } from '../clock.ts';
import { measureLoad } from '../lambda/thread-load.ts';
import { type LoopbackServer, PortTaken } from './loopback.ts';
import type { QueueDepths } from './sqs-server.ts';

export interface SqsOptions {
  readonly dataFolder: string;
  readonly port?: number | undefined;
  /** Clock for delays and visibility timeouts. Default: the machine's clock. */
  readonly clock?: ClockBuffer;
}

/** First message of the thread. */
export type SqsStart = { readonly endpoint: string } | { readonly takenPort: number };

export interface Sqs extends LoopbackServer {
  queueDepths(): Promise<QueueDepths>;
  /** Processor utilisation of the thread, from 0 to 1. */
  load(): number;
}

/**
 * Starts the embedded SQS on the loopback address, in its own thread: the stack's pollers wait for its responses and must
 * not compete with it for one thread. Messages, delays and visibility timeouts are on disk before a call returns.
 * @throws {PortTaken}
 */
export async function startSqs(options: SqsOptions): Promise<Sqs> {
  const worker = new Worker(new URL('./sqs-thread.ts', import.meta.url), {
    workerData: options,
    name: 'sqs',
  });
  const exited = once(worker, 'exit');
  const [start]: SqsStart[] = await once(worker, 'message');
  if (start === undefined || 'takenPort' in start) {
    await worker.terminate();
    throw new PortTaken('SQS', start?.takenPort ?? 0);
  }

  return {
    endpoint: start.endpoint,
    stop: async () => {
      worker.postMessage('stop');
      await exited;
    },
    load: measureLoad(worker.performance).current,
    queueDepths: () => requestDepths(worker),
  };
}

async function requestDepths(worker: Worker): Promise<QueueDepths> {
  const { port1: response, port2: port } = new MessageChannel();
  worker.postMessage(port, [port]);
  const [depths] = await once(response, 'message');
  response.close();

  return depths;
}
