import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { verify } from '@octokit/webhooks-methods';
import { closeServer, listenOnLoopback, loopbackHost } from '../engines/loopback.ts';

/** A webhook request that the receiver got. */
export interface Delivery {
  /** `X-Webhook-Id`: the id of the event, the same in every delivery attempt. */
  readonly id: string;
  readonly event: string;
  /** Starts at 1. */
  readonly attempt: number;
  /** Unix seconds of the sender's clock. */
  readonly sentAtSeconds: number;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  /** Deliveries with a valid signature, including repeats, in order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** Number of deliveries that were refused because of an invalid signature. */
  readonly forgeries: () => number;
  /** Number of distinct events of a type that have arrived. */
  readonly count: (event: string) => number;
  useSecret(secret: string): void;
  stop(): Promise<void>;
}

/**
 * A webhook receiver that checks every signature with an independent library, and returns 400 for an invalid one.
 * @param statusOf the status for a valid delivery; default 204
 */
export async function startReceiver(statusOf: (delivery: Delivery) => number = () => 204): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const idsByEvent = new Map<string, Set<string>>();
  let secret: string | undefined;
  let forgeries = 0;

  const receive = async (request: IncomingMessage): Promise<number> => {
    const body = await text(request);
    const header = (name: string) => String(request.headers[name] ?? '');
    const signature = header('x-webhook-signature');
    if (secret === undefined || signature === '' || !(await verify(secret, body, signature))) {
      forgeries += 1;
      return 400;
    }
    const delivery = {
      id: header('x-webhook-id'),
      event: header('x-webhook-event'),
      attempt: Number(header('x-webhook-attempt')),
      sentAtSeconds: Number(header('webhook-timestamp')),
      body,
    };
    deliveries.push(delivery);
    const ids = idsByEvent.get(delivery.event) ?? new Set();
    idsByEvent.set(delivery.event, ids.add(delivery.id));

    return statusOf(delivery);
  };
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      // The sender closed the connection early; it will retry.
      () => response.destroy(),
    );
  });
  const port = await listenOnLoopback(server, 'The webhook receiver');

  return {
    url: `http://${loopbackHost}:${port}/webhooks`,
    deliveries,
    forgeries: () => forgeries,
    count: (event) => idsByEvent.get(event)?.size ?? 0,
    useSecret: (newSecret) => {
      secret = newSecret;
    },
    stop: () => closeServer(server),
  };
}
