import { beforeAll, beforeEach, expect, test } from 'vitest';
import { webhookKey } from '#lib/webhooks/items.ts';
import { handler as runJobs } from '../../../functions/jobs/run.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as replay } from '../../../functions/webhooks/replay.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey } from '../../support/stack.ts';
import { takeCalls } from '../../workers/support/activity.ts';
import { dayMs, setClock } from '../../workers/support/clock.ts';
import { releaseAndDeliver } from '../../workers/support/held.ts';
import { consume } from '../../workers/support/invoke.ts';
import { workspaceId } from '../../workers/support/one-delivery.ts';
import { takeMessages, useOwnResources } from '../../workers/support/own-resources.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addContact, addWebhook } from '../support/seed.ts';

let receiver: Receiver;

beforeAll(async () => {
  await useOwnResources();
  receiver = await startReceiver();
});
beforeEach(() => {
  receiver.calls.length = 0;
});

/** Replays the only event of a new webhook. @returns the webhook's id and the released delivery of the event */
async function releaseReplayedEvent(eventAgeMs: number) {
  const { id } = await addWebhook(workspaceId, { url: receiver.url });
  await addContact(workspaceId);
  await takeCalls('deliveries');
  const after = new Date(Date.now() - 60_000).toISOString();
  setClock(Date.now() + eventAgeMs);
  const apiKey = await newApiKey(workspaceId, { scope: 'full-access' });
  const request = { path: `/webhooks/${id}/replay`, params: { id }, apiKey };
  expect((await call(replay, { method: 'POST', ...request, body: { after } })).status).toBe(202);
  await consume(runJobs, await takeCalls('jobs'));
  await consume(deliver, [{ workspaceId, webhookId: id }]);
  const messages = await takeMessages('deliveries');
  expect(messages).toHaveLength(1);

  return { id, message: messages[0] };
}

test('an event of the last 30 days is delivered after an outage of the endpoint during its replay', async () => {
  const { id, message } = await releaseReplayedEvent(29 * dayMs);
  const outage = { status: 'failing', consecutiveFailures: 5, nextAttemptAt: Date.now() + 60_000 };
  await connected().table.update({ update: webhookKey(workspaceId, id), set: outage });
  await consume(deliver, [message]);
  expect(receiver.calls).toHaveLength(0);
  setClock(outage.nextAttemptAt + 1000);

  expect(await releaseAndDeliver(id)).toBe(1);
  expect(receiver.calls).toHaveLength(1);
});
