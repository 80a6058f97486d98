import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { verify } from '@octokit/webhooks-methods';

export interface Delivery {
  /** `X-Webhook-Id`: the event's, the same however often it is delivered. */
  readonly id: string;
  readonly event: string;
  /** From 1. */
  readonly attempt: number;
  /** By the sender's clock, Unix seconds. */
  readonly sentAtSeconds: number;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  /** Whose signature held, repeats included, in order of arrival. */
  readonly deliveries: readonly Delivery[];
  /** How many were refused because their signature did not hold. */
  readonly forgeries: () => number;
  /** How many different events of a kind have arrived. */
  readonly count: (event: string) => number;
  trust(secret: string): void;
  stop(): Promise<void>;
}

/**
 * A webhook receiver as a customer would write it: an independent library checks every signature, and what does not
 * hold gets 400.
 * @param answer the status for a genuine delivery; 204 unless told
 */
export async function startReceiver(answer: (delivery: Delivery) => number = () => 204): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const seen = new Map<string, Set<string>>();
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
    const ids = seen.get(delivery.event) ?? new Set();
    seen.set(delivery.event, ids.add(delivery.id));

    return answer(delivery);
  };
  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      // The sender hung up in the middle; it will come again.
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the receiver has no port');

  return {
    url: `http://127.0.0.1:${address.port}/webhooks`,
    deliveries,
    forgeries: () => forgeries,
    count: (event) => seen.get(event)?.size ?? 0,
    trust: (given) => {
      secret = given;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
