import { beforeAll, describe, expect, test } from 'vitest';
import { keyIdOf, newToken } from '#lib/api-keys/token.ts';
import { callerWindowKey } from '#lib/http/caller-window.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { isWholeTier, selectCases } from '../../support/tier.ts';
import {
  expectHeaders,
  expectNothingWritten,
  expectProblem,
  guarded,
  type Subject,
  subjectOf,
  uniqueSourceAddress,
} from '../support/subject.ts';

const windowMs = 60_000;
const limit = 100;

/** Number of counted requests in a window before the endpoint's own requests. */
const countedBefore = isWholeTier ? 1 : 95;

const windowOf = (apiKey: string) => callerWindowKey(keyIdOf(apiKey) ?? '');

/** Sets the number of requests in the current window. */
async function setWindowCount(apiKey: string, windowCount: number): Promise<void> {
  await connected().table.update({ update: windowOf(apiKey), set: { windowCount } });
}

describe.each(selectCases(guarded, 3))('$name', (endpoint) => {
  test('refuses the 101st request of a key within a minute with 429 and without effect', async () => {
    const subject = await subjectOf(endpoint);
    const { workspace, send } = subject;
    const at = Date.now();
    // Refused requests count like successful ones; an unknown parameter makes them cheap.
    const sendRequest = () => send(workspace.apiKey, { at, query: { unknown: '1' } });
    const first = await sendRequest();
    await setWindowCount(workspace.apiKey, countedBefore);
    const replies = await Promise.all(Array.from({ length: limit - countedBefore }, sendRequest));
    const refused = await expectNothingWritten(subject, () =>
      send(workspace.apiKey, { at: at + windowMs - 1 }),
    );

    expect([first, ...replies].map(({ status }) => status)).toEqual(
      Array(1 + limit - countedBefore).fill(422),
    );
    expect(
      replies.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => b - a),
    ).toEqual(Array.from({ length: limit - countedBefore }, (_, more) => limit - countedBefore - 1 - more));
    expectProblem(refused, 429, 'RATE_LIMITED');
    expect(refused.headers).toMatchObject({
      'retry-after': '1',
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset': String(Math.ceil((at + windowMs) / 1000)),
      'ratelimit-policy': '"default";q=100',
      ratelimit: '"default";r=0;t=1',
    });

    const next = await send(workspace.apiKey, { at: at + windowMs });
    expect(next.status).toBeLessThan(300);
    expect(next.headers['x-ratelimit-remaining']).toBe('99');
  });
});

const chosen = guarded.filter(({ name }) => ['contacts.list', 'contacts.create'].includes(name));

describe.each(chosen)('$name', (endpoint) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = await subjectOf(endpoint);
  });

  test('accepts exactly 100 of 150 concurrent requests in each of four windows', async () => {
    const { workspace, send } = subject;
    const begin = Date.now();
    for (let window = 0; window < 4; window++) {
      // The requests of a window are seconds apart; the next window begins after the earliest of them.
      const start = begin + window * (windowMs + 3000);
      const replies = await Promise.all(
        Array.from({ length: 150 }, (_, position) =>
          send(workspace.apiKey, { at: start + (position % 4) * 1000, query: { unknown: '1' } }),
        ),
      );

      expect(replies.filter(({ status }) => status === 422)).toHaveLength(limit);
      expect(replies.filter(({ status }) => status === 429)).toHaveLength(50);
      for (const reply of replies) expectHeaders(reply);
    }
  });

  test('counts each key separately', async () => {
    const other = await newWorkspace();
    const at = Date.now() + 10 * windowMs;
    const sendRequest = (key: string) => subject.send(key, { at, query: { unknown: '1' } });
    await Promise.all(Array.from({ length: limit }, () => sendRequest(subject.workspace.apiKey)));

    expect((await sendRequest(subject.workspace.apiKey)).status).toBe(429);
    expect((await sendRequest(subject.workspace.readOnlyApiKey)).headers['x-ratelimit-remaining']).toBe('99');
    expect((await sendRequest(other.apiKey)).headers['x-ratelimit-remaining']).toBe('99');
  });
});

describe('a key with a wrong secret', () => {
  const endpoint = chosen[0];
  const read = (apiKey: string) => connected().table.get(windowOf(apiKey));

  test('neither creates a window nor uses the window of the key', async () => {
    if (!endpoint) throw new Error('there is no contacts.list');
    const { workspace, send } = await subjectOf(endpoint);
    const forged = newToken(keyIdOf(workspace.apiKey) ?? '');
    const at = Date.now();

    expect((await send(forged, { at })).status).toBe(401);
    expect(await read(forged)).toBeUndefined();
    expect((await send(workspace.apiKey, { at })).headers['x-ratelimit-remaining']).toBe('99');
    for (let count = 0; count < 3; count++) expect((await send(forged, { at })).status).toBe(401);
    expect((await send(workspace.apiKey, { at })).headers['x-ratelimit-remaining']).toBe('98');
  });

  test('is rejected with 401 also while the window of the key is full', async () => {
    if (!endpoint) throw new Error('there is no contacts.list');
    const { workspace, send } = await subjectOf(endpoint);
    const at = Date.now();
    await send(workspace.apiKey, { at });
    await setWindowCount(workspace.apiKey, limit);

    expect((await send(newToken(keyIdOf(workspace.apiKey) ?? ''), { at })).status).toBe(401);
    expect((await send(workspace.apiKey, { at })).status).toBe(429);
  });
});

describe('callers without a credential', () => {
  const endpoint = guarded.find(({ name }) => name === 'contacts.list');
  let workspace: Workspace;
  let send: Subject['send'];
  beforeAll(async () => {
    if (!endpoint) throw new Error('there is no contacts.list');
    ({ workspace, send } = await subjectOf(endpoint));
  });

  test('are counted by address; an IPv6 /64 network counts as one address', async () => {
    const prefix = uniqueSourceAddress().replaceAll('.', '');
    const at = Date.now();
    const from = (sourceIp: string) => send(undefined, { sourceIp, at });
    const group = Number.parseInt(prefix, 10).toString(16).slice(-4).padStart(4, '1');
    const replies = await Promise.all(
      Array.from({ length: 120 }, (_, host) => from(`2001:db8:${group}:1::${(host + 1).toString(16)}`)),
    );

    expect(replies.filter(({ status }) => status === 401)).toHaveLength(100);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20);
    expect((await from(`2001:db8:${group}:2::1`)).status).toBe(401);
  });

  test('do not count in the window of a key, including keys used from their address', async () => {
    const sourceIp = uniqueSourceAddress();
    const at = Date.now() + 3 * windowMs;
    await Promise.all(Array.from({ length: 110 }, () => send(undefined, { sourceIp, at })));

    expectProblem(await send(undefined, { sourceIp, at }), 429, 'RATE_LIMITED');
    expect(await send(workspace.apiKey, { sourceIp, at })).toMatchObject({
      status: 200,
      headers: { 'x-ratelimit-remaining': '99' },
    });
  });
});
