import { beforeAll, beforeEach, expect, test } from 'vitest';
import { webhookKey } from '#lib/webhooks/items.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { handler as rotate } from '../../../functions/webhooks/rotate-secret.ts';
import { handler as update } from '../../../functions/webhooks/update.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey } from '../../support/stack.ts';
import { setClock } from '../../workers/support/clock.ts';
import { consume } from '../../workers/support/invoke.ts';
import { addCall, workspaceId } from '../../workers/support/one-delivery.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addWebhook } from '../support/seed.ts';

let apiKey: string;
let receiver: Receiver;

beforeAll(async () => {
  // A failing endpoint gets first attempts, too.
  await useOwnResources({ FAILING_ATTEMPT_SECONDS: '0' });
  apiKey = await newApiKey(workspaceId, { scope: 'full-access' });
  receiver = await startReceiver();
});
beforeEach(() => setClock(Date.now()));

const on = (id: string, verb = '') => ({ path: `/webhooks/${id}${verb}`, params: { id }, apiKey });
const read = (id: string) => call(get, { method: 'GET', ...on(id) });

/** An attempt after this number of consecutive failures. The fifth one makes the endpoint failing. */
async function attemptAfter(id: string, consecutiveFailures: number, status: number): Promise<void> {
  const before = { consecutiveFailures, status: consecutiveFailures < 5 ? 'healthy' : 'failing' };
  await connected().table.update({ update: webhookKey(workspaceId, id), set: before });
  receiver.answer = { status };
  expect(await consume(deliver, [await addCall(id)])).toEqual([]);
}

const changes: readonly [string, (id: string) => Promise<unknown>][] = [
  ['a rotation', (id) => call(rotate, { method: 'POST', ...on(id, '/rotate-secret') })],
  ['a failure that changes the status', (id) => attemptAfter(id, 4, 500)],
  ['a recovery of a failing endpoint', (id) => attemptAfter(id, 5, 200)],
];

test.each(changes)('%s changes the version of a webhook, even within a millisecond', async (_, change) => {
  const { id } = await addWebhook(workspaceId, { url: receiver.url });
  const before = await read(id);
  await change(id);
  const headers = { 'If-Match': before.headers['etag'] ?? '' };
  const reply = await call(update, { method: 'PATCH', ...on(id), headers, body: { description: 'CRM' } });

  expect(reply.body.error?.details).toMatchObject([{ path: 'If-Match', rule: 'precondition' }]);
  expect((await read(id)).body.updatedAt > before.body.updatedAt).toBe(true);
});

test.each(changes)('%s never sets an earlier version of a webhook', async (_, change) => {
  const { id } = await addWebhook(workspaceId, { url: receiver.url });
  // The clock of another instance is one second ahead.
  setClock(Date.now() + 1000);
  const body = { description: 'CRM' };
  const { body: changed } = await call(update, { method: 'PATCH', ...on(id), body });
  setClock(Date.now() - 1000);
  await change(id);

  expect((await read(id)).body.updatedAt > changed.updatedAt).toBe(true);
});
