import { fork } from 'node:child_process';
import { once } from 'node:events';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import type { Behaviour } from './behaviour.ts';

export interface Arrival {
  /** The last part of the receiver's URL. */
  readonly receiver: string;
  readonly eventId: string;
  readonly attempt: number;
  /** Epoch milliseconds of the machine's clock. */
  readonly at: number;
}

export interface ToReceivers {
  readonly receiver: string;
  readonly behaviour: Behaviour;
}

export type FromReceivers =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'changed' }
  | { readonly kind: 'arrivals'; readonly arrivals: readonly Arrival[] };

interface Expected {
  readonly count: number;
  /** Start index in `arrivals`; default: after all current ones. */
  readonly from?: number;
  readonly isCounted: (arrival: Arrival) => boolean;
  readonly timeoutMs: number;
}

export interface Receivers {
  /** In the order of their arrival; updated every 50 ms. */
  readonly arrivals: readonly Arrival[];
  urlOf(receiver: string): string;
  countOf(receiver: string): number;
  /** Changes a receiver's behaviour. By default, a receiver accepts every delivery. */
  change(receiver: string, behaviour: Behaviour): Promise<void>;
  /** @throws when fewer arrive in time */
  untilArrived(expected: Expected): Promise<Arrival[]>;
  stop(): Promise<void>;
}

/** Starts the receivers' process. The last part of the path selects the receiver. */
export async function startReceivers(): Promise<Receivers> {
  const child = fork(new URL('./receivers-process.ts', import.meta.url));
  const [{ port }] = await once(child, 'message');
  const arrivals: Arrival[] = [];
  const counts = new Map<string, number>();
  child.on('message', (message: FromReceivers) => {
    if (message.kind !== 'arrivals') return;
    arrivals.push(...message.arrivals);
    for (const { receiver } of message.arrivals) counts.set(receiver, (counts.get(receiver) ?? 0) + 1);
  });

  return {
    arrivals,
    urlOf: (receiver) => `http://127.0.0.1:${port}/${receiver}`,
    countOf: (receiver) => counts.get(receiver) ?? 0,
    async change(receiver, behaviour) {
      const message: ToReceivers = { receiver, behaviour };
      child.send(message);
      await once(child, 'message');
    },
    async untilArrived({ count, from = arrivals.length, isCounted, timeoutMs }) {
      const seen: Arrival[] = [];
      let searched = from;
      await waitUntil(
        `${count} deliveries`,
        () => {
          for (; searched < arrivals.length; searched++) {
            const arrival = arrivals[searched];
            if (arrival && isCounted(arrival)) seen.push(arrival);
          }

          return seen.length >= count;
        },
        timeoutMs,
      );

      return seen;
    },
    async stop() {
      child.disconnect();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
