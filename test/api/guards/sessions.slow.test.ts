import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Method } from '#lib/http/contract.ts';
import type { TestRequest } from '../../support/call.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import {
  expectNothingWritten,
  expectProblem,
  guarded,
  type Subject,
  subjectOf,
  writes,
} from '../support/subject.ts';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
/** One endpoint per method: all share the same request processing. */
const chosen = methods.flatMap(
  (method) => guarded.find(({ definition }) => definition.method === method) ?? [],
);
const withSecrets = writes.filter(({ definition }) => definition.revealsSecret);

interface BrowserSubject {
  readonly subject: Subject;
  readonly user: TestUser;
  send(cookie: string, changes?: Partial<TestRequest>): ReturnType<Subject['send']>;
}

async function createBrowser(endpoint: (typeof guarded)[number]): Promise<BrowserSubject> {
  const subject = await subjectOf(endpoint);

  return {
    subject,
    user: await newUser(subject.workspace.workspaceId),
    send: (cookie, changes = {}) => subject.send(undefined, { ...changes, cookie }),
  };
}

describe.each(chosen)('$name with a session', (endpoint) => {
  const isWrite = endpoint.definition.method !== 'GET';

  test('succeeds like with a full-access key, and counts in the user’s rate limit', async () => {
    const { user, send } = await createBrowser(endpoint);
    const reply = await send(await newCookie(user), { headers: { 'Sec-Fetch-Site': 'same-origin' } });

    expect(reply.status).toBeLessThan(300);
    expect(reply.headers).toMatchObject({ 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '199' });
  });

  test('refuses the 201st request of a user within a minute, across all sessions', async () => {
    const { subject, user, send } = await createBrowser(endpoint);
    const cookies = [await newCookie(user), await newCookie(user), await newCookie(user)];
    const at = Date.now();
    const spend = (_: unknown, position: number) =>
      send(cookies[position % 3] ?? '', { at, query: { unknown: '1' } });
    const replies = await Promise.all(Array.from({ length: 230 }, spend));

    expect(replies.filter(({ status }) => status === 422)).toHaveLength(200);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
    await expectNothingWritten(subject, async () => {
      expectProblem(await send(cookies[0] ?? '', { at: at + 59_999 }), 429, 'RATE_LIMITED');
    });
    expect((await send(cookies[1] ?? '', { at: at + 60_000 })).status).toBeLessThan(300);
    // Another user has a separate window.
    const colleague = await newUser(user.workspaceId);
    const other = await send(await newCookie(colleague), { at, query: { unknown: '1' } });
    expect(other.headers['x-ratelimit-remaining']).toBe('199');
  });

  test.runIf(isWrite)('is refused from another site, without changes', async () => {
    const { subject, user, send } = await createBrowser(endpoint);
    const cookie = await newCookie(user);

    await expectNothingWritten(subject, async () => {
      expectProblem(await send(cookie, { headers: { 'Sec-Fetch-Site': 'cross-site' } }), 403, 'FORBIDDEN');
    });
  });

  test.runIf(!isWrite)('succeeds from another site, but its pages cannot read the response', async () => {
    const { user, send } = await createBrowser(endpoint);
    const reply = await send(await newCookie(user), { headers: { 'Sec-Fetch-Site': 'cross-site' } });

    expect(reply.status).toBe(200);
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test.runIf(endpoint.definition.path.includes('{'))('cannot access another workspace', async () => {
    const [mine, theirs] = [await createBrowser(endpoint), await createBrowser(endpoint)];
    const cookie = await newCookie(mine.user);

    await expectNothingWritten(theirs.subject, async () => {
      expectProblem(await theirs.send(cookie), 404, 'NOT_FOUND');
    });
  });

  test.runIf(isWrite)(
    'returns the first response to a repeated Idempotency-Key in every session of the user',
    async () => {
      const { subject, user, send } = await createBrowser(endpoint);
      const [mine, other] = [await newCookie(user), await newCookie(user)];
      const headers = { 'Idempotency-Key': randomUUID() };
      const first = await send(mine, { headers });
      const repeats = await expectNothingWritten(subject, async () => [
        await send(mine, { headers }),
        ...(endpoint.definition.revealsSecret ? [] : [await send(other, { headers })]),
      ]);

      for (const repeat of repeats) {
        expect(repeat).toMatchObject({ status: first.status, text: first.text });
        expect(repeat.headers['idempotency-replayed']).toBe('true');
      }
    },
  );
});

describe.each(withSecrets)('$name with a session', (endpoint) => {
  let browser: BrowserSubject;
  beforeAll(async () => {
    browser = await createBrowser(endpoint);
  });

  test('returns its secret only to repeats in the same session', async () => {
    const { subject, user, send } = browser;
    const [mine, other] = [await newCookie(user), await newCookie(user)];
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await send(mine, { headers });

    await expectNothingWritten(subject, async () => {
      const refused = await send(other, { headers });
      expectProblem(refused, 422, 'VALIDATION_ERROR');
      expect(refused.text).toContain('Idempotency-Key');
      expect(refused.text).toContain('another session');
      expect((await send(mine, { headers })).body).toEqual(first.body);
    });
  });
});
