import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { useStack } from '../../support/stack.ts';

interface SignedDelivery {
  readonly secret: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A delivery of `webhook.test` as a subscriber receives it. The webhook is deleted. */
export async function receiveDelivery(apiKey: string): Promise<SignedDelivery> {
  const received = Promise.withResolvers<Omit<SignedDelivery, 'secret'>>();
  const server = createServer(async (request, response) => {
    received.resolve({ headers: request.headers, body: await text(request) });
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(useStack().baseUrl + path, {
      method,
      headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });

    return response.status === 204 ? {} : response.json();
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { id, secret } = Object(await send('POST', '/webhooks', { url, events: ['contact.created'] }));
  await send('POST', `/webhooks/${id}/test`);
  const delivery = await received.promise;
  await send('DELETE', `/webhooks/${id}`);
  server.close();

  return { ...delivery, secret };
}
