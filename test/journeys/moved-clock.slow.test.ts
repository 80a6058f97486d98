import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { Contact } from '#lib/contacts/contact.ts';
import { portOf } from '../../infra/local/engines/loopback.ts';
import { startJourney } from './support/journey.ts';

type Verify = (body: Buffer, headers: IncomingHttpHeaders, secret: string) => boolean;

test('a receiver with the tolerance of Standard Webhooks accepts deliveries until the clock is moved', {
  timeout: 60_000,
}, async () => {
  const { api, time } = await startJourney();
  const receiver = await startTolerantReceiver();
  const { secret } = await api.post(z.object({ secret: z.string() }), '/webhooks', {
    url: receiver.url,
    events: ['contact.created'],
  });
  receiver.secret = secret;
  const deliver = async (name: string) => {
    const count = receiver.accepted.length + 1;
    await api.post(Contact, '/contacts', { email: `${name}@example.com` });
    await expect.poll(() => receiver.accepted.length, { timeout: 30_000 }).toBe(count);

    return receiver.accepted.at(-1);
  };

  expect(await deliver('before')).toBe(true);
  await time.advance(6 * 60_000);
  expect(await deliver('while-moved')).toBe(false);
});

/** The example for Standard Webhooks behind a server. It has the time of this machine. */
async function startTolerantReceiver() {
  const module: unknown = await import(
    new URL('../../events/receivers/verify-standard.mjs', import.meta.url).href
  );
  const { isGenuineAndRecent } = z.object({ isGenuineAndRecent: z.custom<Verify>() }).parse(module);
  const accepted: boolean[] = [];
  const receiver = { url: '', secret: '', accepted };
  const server = createServer(async (request, response) => {
    const isAccepted = isGenuineAndRecent(await buffer(request), request.headers, receiver.secret);
    accepted.push(isAccepted);
    response.writeHead(isAccepted ? 204 : 401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  receiver.url = `http://127.0.0.1:${portOf(server.address())}/`;

  return receiver;
}
