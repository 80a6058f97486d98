import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { jobKey, toStoredJob } from '#lib/jobs/items.ts';
import { queueKey } from '#lib/jobs/run-queue.ts';
import { type DeliveryMessage, JobMessage, DeliveryMessage as Message } from '#lib/values/queues.ts';
import { deliveryIdOf, deliveryKey } from '#lib/webhooks/delivery/delivery-items.ts';
import { webhookCountKey, webhookKey } from '#lib/webhooks/items.ts';
import { handler as runJobs } from '../../../functions/jobs/run.ts';
import { handler as deliver } from '../../../functions/webhooks/deliver.ts';
import { handler as enable } from '../../../functions/webhooks/enable.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { handler as listDeliveries } from '../../../functions/webhooks/list-deliveries.ts';
import { handler as replay } from '../../../functions/webhooks/replay.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey, newWorkspace, type Workspace } from '../../support/stack.ts';
import { takeCalls } from '../../workers/support/activity.ts';
import { setClock } from '../../workers/support/clock.ts';
import { consume } from '../../workers/support/invoke.ts';
import { takeMessages, useOwnResources } from '../../workers/support/own-resources.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addContact, addWebhook } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';
import { pathsOf } from '../support/walk.ts';

const dayMs = 86_400_000;
let workspace: Workspace;
let receiver: Receiver;
/** Only advances, so that each test's events are later than the events of the tests before it. */
let clock = Date.now();
function advance(ms: number): void {
  clock += ms;
  setClock(clock);
}

const at = (id: string, verb: string) => ({
  method: 'POST' as const,
  path: `/webhooks/${id}/${verb}`,
  params: { id },
  apiKey: workspace.apiKey,
});
/** Requests a replay two minutes later: after all events so far, and when a failing endpoint may be probed. */
const ask = (id: string, body: Record<string, unknown> = {}) => {
  advance(120_000);

  return call(replay, {
    ...at(id, 'replay'),
    body: { after: new Date(Date.now() - dayMs).toISOString(), ...body },
  });
};
const read = async (handler: typeof get, id: string, path = '') =>
  (
    await call(handler, {
      method: 'GET',
      path: `/webhooks/${id}${path}`,
      params: { id },
      apiKey: workspace.apiKey,
    })
  ).body;

beforeAll(async () => {
  // The tests count requests, so no other worker may deliver.
  await useOwnResources();
  receiver = await startReceiver();
});
beforeEach(async () => {
  advance(1000);
  workspace = await newWorkspace();
  receiver.answer = { status: 200 };
  receiver.calls.length = 0;
  await takeCalls('deliveries');
  await takeMessages('releases');
});

const settings = () => ({ url: receiver.url, events: ['contact.created'] });

/** Publishes events and attempts their deliveries. */
async function publishAndDeliver(): Promise<DeliveryMessage[]> {
  const messages = (await takeCalls('deliveries')).map((message) => Message.parse(message));
  await consume(deliver, messages);

  return messages;
}

/** Runs the messages of a replay until it and the release after it have sent everything. */
async function runReplay(webhookId: string): Promise<number> {
  let sent = 0;
  await consume(runJobs, await takeCalls('jobs'));
  for (let quiet = 0; quiet < 3; ) {
    await consume(deliver, [{ workspaceId: workspace.workspaceId, webhookId }]);
    const messages = await takeMessages('deliveries');
    await consume(deliver, messages);
    sent += messages.length;
    quiet = messages.length > 0 ? 0 : quiet + 1;
  }

  return sent;
}

const eventIds = () => receiver.calls.map(({ headers }) => headers['x-webhook-id']).sort();

describe('accepts', () => {
  test('a period, and sends the events that no attempt has delivered', async () => {
    const { id } = await addWebhook(workspace.workspaceId, settings());
    await addContact(workspace.workspaceId);
    const [delivered] = await publishAndDeliver();
    receiver.answer = { status: 500 };
    await addContact(workspace.workspaceId);
    const [failed] = await publishAndDeliver();
    for (let attempt = 2; attempt <= 5; attempt++) {
      advance(dayMs / 10);
      await consume(deliver, [{ ...failed, attempt, dueAt: Date.now() }]);
    }
    receiver.answer = { status: 200 };
    receiver.calls.length = 0;
    const { status, body } = await ask(id);

    expect(status).toBe(202);
    expect(body.replay).toMatchObject({ deliveries: 'undelivered', queued: 0, completedAt: null });
    expect(await runReplay(id)).toBe(1);
    expect(eventIds()).toEqual([failed?.eventId]);
    expect(eventIds()).not.toContain(delivered?.eventId);
    expect((await read(get, id)).replay).toMatchObject({ queued: 1, completedAt: expect.any(String) });
    expect((await read(listDeliveries, id, '/deliveries')).data).toMatchObject([
      { id: deliveryIdOf(String(failed?.eventId)), status: 'delivered' },
      { status: 'delivered' },
    ]);
  });

  test('the trigger of attempts of a replay is `replay`, and they are numbered from 1', async () => {
    receiver.answer = { status: 500 };
    const { id } = await addWebhook(workspace.workspaceId, settings());
    await addContact(workspace.workspaceId);
    const [first] = await publishAndDeliver();
    for (let attempt = 2; attempt <= 5; attempt++) {
      advance(dayMs / 10);
      await consume(deliver, [{ ...first, attempt, dueAt: Date.now() }]);
    }
    await call(enable, at(id, 'enable'));
    await ask(id);
    await consume(runJobs, await takeCalls('jobs'));
    await consume(deliver, [{ workspaceId: workspace.workspaceId, webhookId: id }]);
    const [replayed] = (await takeMessages('deliveries')).map((message) => Message.parse(message));
    await consume(deliver, [replayed]);
    advance(dayMs / 10);
    await consume(deliver, [{ ...replayed, attempt: 2, dueAt: Date.now() }]);

    expect((await read(listDeliveries, id, '/deliveries')).data[0].attempts.slice(4)).toMatchObject([
      { number: 5, trigger: 'schedule' },
      { number: 1, trigger: 'replay' },
      { number: 2, trigger: 'replay' },
    ]);
  });

  test('all events of a period, also of webhooks that were created later', async () => {
    for (let count = 0; count < 130; count++) await addContact(workspace.workspaceId);
    await takeCalls('deliveries');
    const { id } = await addWebhook(workspace.workspaceId, settings());
    expect((await ask(id, { deliveries: 'all' })).status).toBe(202);

    expect(await runReplay(id)).toBe(130);
    expect(new Set(eventIds()).size).toBe(130);
    expect((await read(get, id)).replay).toMatchObject({ queued: 130 });
    expect((await ask(id, { deliveries: 'all' })).status).toBe(202);
    expect(await runReplay(id)).toBe(130);
    expect(receiver.calls).toHaveLength(260);
  });

  test('only events of the period that pass the filters', async () => {
    const { workspaceId } = workspace;
    const { id } = await addWebhook(workspaceId, { ...settings(), filters: { tags: ['vip'] } });
    await addContact(workspaceId, { tags: ['vip'] });
    await takeCalls('deliveries');
    advance(5000);
    const after = new Date(Date.now() - 1).toISOString();
    await addContact(workspaceId, { tags: ['vip'] });
    await addContact(workspaceId, { tags: ['other'] });
    const [wanted] = await takeCalls('deliveries');
    advance(5000);
    const before = new Date().toISOString();
    advance(5000);
    await addContact(workspaceId, { tags: ['vip'] });
    await takeCalls('deliveries');
    await ask(id, { after, before });

    expect(await runReplay(id)).toBe(1);
    expect(eventIds()).toEqual([Message.parse(wanted).eventId]);
  });
});

test('a chunk that runs twice sends each event once', async () => {
  const { workspaceId } = workspace;
  const { id } = await addWebhook(workspaceId, settings());
  for (let count = 0; count < 3; count++) await addContact(workspaceId);
  await takeCalls('deliveries');
  await ask(id, { deliveries: 'all' });
  const jobs = await takeCalls('jobs');
  const { jobId = '' } = JobMessage.parse(jobs[0]);
  const key = jobKey({ workspaceId, id: jobId });
  const job = await connected().table.get(key);
  const keys = [webhookKey(workspaceId, id), key, queueKey(toStoredJob({ ...key, ...job }))];
  const before = await connected().table.getMany(keys);
  await consume(runJobs, jobs);
  expect(await runReplay(id)).toBe(3);
  // As if the function had stopped before it committed its progress.
  await connected().table.transact(before.map((put) => ({ put })));
  await consume(runJobs, jobs);

  expect(await runReplay(id)).toBe(0);
  expect(receiver.calls).toHaveLength(3);
  expect((await read(get, id)).replay).toMatchObject({ queued: 3, completedAt: expect.any(String) });
});

test('an event with a damaged delivery is omitted, and the replay shows it', async () => {
  const { workspaceId } = workspace;
  const { id } = await addWebhook(workspaceId, settings());
  for (let count = 0; count < 3; count++) await addContact(workspaceId);
  const [, damaged] = await publishAndDeliver();
  const update = deliveryKey(workspaceId, id, String(damaged?.eventId));
  await connected().table.update({ update, set: { attempts: 'many' } });
  await ask(id, { deliveries: 'all' });

  expect(await runReplay(id)).toBe(2);
  expect((await read(get, id)).replay).toMatchObject({
    queued: 2,
    completedAt: expect.any(String),
    statusReason: { code: 'events_unreadable' },
  });
});

test('a replay of a webhook that becomes disabled ends when it is enabled without held deliveries', async () => {
  const { workspaceId } = workspace;
  const { id } = await addWebhook(workspaceId, settings());
  await addContact(workspaceId);
  await takeCalls('deliveries');
  await ask(id);
  const key = webhookKey(workspaceId, id);
  await connected().table.update({ update: key, set: { status: 'disabled' } });
  await call(enable, { ...at(id, 'enable'), body: { replay: 'none' } });
  expect(await runReplay(id)).toBe(0);

  expect((await read(get, id)).replay).toMatchObject({ completedAt: expect.any(String) });
  expect((await ask(id)).status).toBe(202);
});

describe('rejects', () => {
  test('a second replay, until the first has read all its events', async () => {
    const { id } = await addWebhook(workspace.workspaceId, settings());
    await ask(id);
    const { status, body } = await ask(id);

    expect([status, body.error.message]).toEqual([
      422,
      expect.stringContaining('another replay of the webhook is in progress'),
    ]);
    await runReplay(id);
    expect((await ask(id)).status).toBe(202);
  });

  test('a disabled webhook', async () => {
    const { id } = await addWebhook(workspace.workspaceId, settings());
    const key = webhookKey(workspace.workspaceId, id);
    await connected().table.update({ update: key, set: { status: 'disabled' } });

    expect((await ask(id)).status).toBe(422);
  });

  test.each<[string, Record<string, unknown>]>([
    ['a period of more than 30 days', { after: new Date(Date.now() - 31 * dayMs).toISOString() }],
    ['a period in the future', { after: new Date(Date.now() + dayMs).toISOString() }],
    ['an end before the start', { before: new Date(Date.now() - 2 * dayMs).toISOString() }],
  ])('%s', async (_, body) => {
    const { id } = await addWebhook(workspace.workspaceId, settings());
    const reply = await ask(id, body);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['after']);
    expect((await read(get, id)).replay).toBeNull();
  });

  test('an end in the future, and says to omit it', async () => {
    const { id } = await addWebhook(workspace.workspaceId, settings());
    const reply = await ask(id, { before: new Date(Date.now() + dayMs).toISOString() });

    expect(reply.status).toBe(422);
    expect(reply.body.error.details).toEqual([
      {
        path: 'before',
        rule: 'value',
        message: 'must not be in the future: omit it to send the events until now',
      },
    ]);
    expect((await read(get, id)).replay).toBeNull();
  });
});

test.each(['all', 'undelivered'])(
  'a workspace starts at most 100 replays in a day, also of a new webhook: %s',
  async (deliveries) => {
    const { workspaceId } = await newWorkspace();
    workspace = { ...workspace, workspaceId, apiKey: await newApiKey(workspaceId, { scope: 'full-access' }) };
    // Noon of the next day, so that the day does not end during the test.
    advance(dayMs - (clock % dayMs) + dayMs / 2);
    const day = new Date(clock + 120_000).toISOString().slice(0, 10);
    const counter = { pk: webhookCountKey(workspaceId).pk, sk: day };
    await connected().table.update({ update: counter, set: { replays: 99 } });
    const [first, second] = [
      await addWebhook(workspaceId, settings()),
      await addWebhook(workspaceId, settings()),
    ];
    expect((await ask(first.id, { deliveries })).status).toBe(202);
    const refused = await ask(second.id, { deliveries });

    expectProblem(refused, 429, 'RATE_LIMITED');
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '0' });
    advance(dayMs);
    expect((await ask(second.id, { deliveries })).status).toBe(202);
  },
);
