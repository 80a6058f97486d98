import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { limitInFlight } from '#lib/http/in-flight.ts';
import { webhookRoutes } from '#lib/webhooks/routes.ts';
import { handler as sendTest } from '../../../functions/webhooks/test.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newApiKey, newWorkspace, type Workspace } from '../../support/stack.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addWebhook } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';

const limit = 4;
const windowMs = 30_000;

let receiver: Receiver;
let workspace: Workspace;
let answered: PromiseWithResolvers<void>;

const post = (id: string, apiKey: string, headers: Record<string, string> = {}) =>
  call(sendTest, { method: 'POST', path: `/webhooks/${id}/test`, params: { id }, apiKey, headers });

beforeAll(async () => {
  receiver = await startReceiver();
});
beforeEach(async () => {
  workspace = await newWorkspace();
  answered = Promise.withResolvers();
  receiver.calls.length = 0;
  receiver.answer = async () => {
    await answered.promise;

    return { status: 200 };
  };
});

test('a workspace has at most four requests of a slow endpoint in flight, over all its keys', async () => {
  const [{ workspaceId, apiKey }, other] = [workspace, await newWorkspace()];
  const { id } = await addWebhook(workspaceId, { url: receiver.url });
  const { id: otherId } = await addWebhook(other.workspaceId, { url: receiver.url });
  const keys = await Promise.all(
    Array.from({ length: limit }, () => newApiKey(workspaceId, { scope: 'full-access' })),
  );
  const inFlight = keys.map((key) => post(id, key, { 'Idempotency-Key': 'once' }));
  await vi.waitFor(() => expect(receiver.calls).toHaveLength(limit), { timeout: 9000, interval: 20 });

  const refused = await post(id, apiKey);
  expectProblem(refused, 429, 'RATE_LIMITED');
  expectDocumented('webhooks.test', refused);
  expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '4', 'x-ratelimit-remaining': '0' });
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(windowMs / 1000);
  expect(refused.body.error.message).toContain('POST /webhooks/{id}/test');
  const otherResponses = post(otherId, other.apiKey);
  await vi.waitFor(() => expect(receiver.calls).toHaveLength(limit + 1), { timeout: 9000, interval: 20 });

  answered.resolve();
  expect((await Promise.all([...inFlight, otherResponses])).map(({ status }) => status)).toEqual(
    Array(limit + 1).fill(200),
  );
  const next = await Promise.all(keys.map((key) => post(id, key)));
  expect(next.map(({ status }) => status)).toEqual(Array(limit).fill(200));
});

test('refused requests and replays do not count as in flight', async () => {
  const { workspaceId, apiKey } = workspace;
  const { id } = await addWebhook(workspaceId, { url: receiver.url });
  answered.resolve();
  expect((await post(id, apiKey, { 'Idempotency-Key': 'once' })).status).toBe(200);
  const replays = await Promise.all(
    Array.from({ length: 3 * limit }, () => post(id, apiKey, { 'Idempotency-Key': 'once' })),
  );

  expect(new Set(replays.map(({ status }) => status))).toEqual(new Set([200]));
  expect(receiver.calls).toHaveLength(1);
});

test('of 50 concurrent requests exactly four are executed', async () => {
  const { work, begun } = pendingWork();
  const results = await settle(Array.from({ length: 50 }, () => startRequest(Date.now(), work)));

  expect(begun()).toBe(limit);
  expect(results).toHaveLength(50 - limit);
});

test('an in-flight slot that was not released is free again when its window ends', async () => {
  const { work, begun } = pendingWork();
  const at = Date.now();
  const stopped = Array.from({ length: limit }, () => startRequest(at, work));
  await vi.waitFor(() => expect(begun()).toBe(limit), { timeout: 9000, interval: 20 });

  await expect(startRequest(at + windowMs - 1, work)).rejects.toThrow('in flight');
  expect(await startRequest(at + windowMs, async () => 'done')).toBe('done');
  expect(stopped).toHaveLength(limit);
});

test('a request that fails releases its in-flight slot', async () => {
  for (let each = 0; each < 2 * limit; each++) {
    const failing = startRequest(Date.now(), async () => {
      throw new Error('the server is unavailable');
    });
    await expect(failing).rejects.toThrow('unavailable');
  }
});

function startRequest<Result>(receivedAt: number, work: () => Promise<Result>): Promise<Result> {
  const { workspaceId } = workspace;

  return limitInFlight(webhookRoutes.test, connected(), { workspaceId, receivedAt }, work);
}

/** Work that never ends, as in a function that was stopped. */
function pendingWork() {
  let count = 0;
  const work = () => {
    count++;

    return new Promise<never>(() => undefined);
  };

  return { work, begun: () => count };
}

/** The refused requests, after all others have started. */
async function settle(requests: readonly Promise<unknown>[]): Promise<unknown[]> {
  const refused: unknown[] = [];
  for (const request of requests) request.catch((error: unknown) => refused.push(error));
  await vi.waitFor(() => expect(refused).toHaveLength(requests.length - limit), {
    timeout: 25_000,
    interval: 20,
  });

  return refused;
}
