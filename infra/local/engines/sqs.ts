import { once } from 'node:events';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import type { ClockBuffer, ClockMove } from '../clock.ts';
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

/** A request to the thread, with the port for its response. No move: a request for the queue depths. */
export interface SqsRequest {
  readonly port: MessagePort;
  readonly move?: ClockMove;
}

export interface Sqs extends LoopbackServer {
  queueDepths(): Promise<QueueDepths>;
  /** Moves the ends of delays and visibility timeouts, when the clock moves back. */
  moveTimes(move: ClockMove): Promise<void>;
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
    queueDepths: () => request(worker),
    moveTimes: async (move) => {
      await request(worker, move);
    },
  };
}

async function request(worker: Worker, move?: ClockMove): Promise<QueueDepths> {
  const { port1: response, port2: port } = new MessageChannel();
  const message: SqsRequest = { port, ...(move && { move }) };
  worker.postMessage(message, [port]);
  const [depths] = await once(response, 'message');
  response.close();

  return depths;
}
