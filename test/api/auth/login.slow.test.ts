import { beforeAll, describe, expect, test } from 'vitest';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { setPassword } from '../../../infra/admin/users.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { measureCpuTime } from '../../support/cpu-time.ts';
import { loggedText } from '../../support/logs.ts';
import { connected, newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import { cookieIn, newCookie, newUser, type TestUser } from '../../support/users.ts';
import { expectHeaders, expectProblem, uniqueSourceAddress } from '../support/subject.ts';
import { readTableAsText } from '../support/table-dump.ts';
import { pathsOf } from '../support/walk.ts';

const minuteMs = 60_000;
const standard = { cost: 2 ** 17, blockSize: 8, parallelization: 1 };

let workspace: Workspace;
let user: TestUser;
const post = (body: unknown, changes: Partial<TestRequest> = {}) =>
  call(login, { method: 'POST', path: '/auth/login', body, sourceIp: uniqueSourceAddress(), ...changes });
const show = (cookie: string | undefined) =>
  call(session, { method: 'GET', path: '/auth/session', cookie, sourceIp: uniqueSourceAddress() });
const tryIn = (email: string, password: string, changes: Partial<TestRequest> = {}) =>
  post({ email, password }, changes);

beforeAll(async () => {
  workspace = await newWorkspace();
  user = await newUser(workspace.workspaceId);
});

describe('accepts', () => {
  test('a correct password opens a session for seven days', async () => {
    const at = Date.now();
    const reply = await tryIn(user.email, user.password, { at });

    expect(reply).toMatchObject({
      status: 200,
      body: {
        user: { id: user.userId, email: user.email, name: 'Ada' },
        workspaceId: workspace.workspaceId,
        expiresAt: new Date(at + 7 * 86_400_000).toISOString(),
      },
    });
    expectHeaders(reply);
    expect(await show(cookieIn(reply))).toMatchObject({ status: 200, body: { user: reply.body.user } });
  });

  test('the cookie is host-only, HttpOnly and SameSite', async () => {
    const { headers } = await tryIn(user.email, user.password);

    expect(headers['set-cookie']?.split('\n')).toEqual([
      expect.stringMatching(
        /^__Host-outreach_session=[0-9A-Za-z]{95}; Max-Age=604\d{3}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
      expect.stringMatching(
        /^__Host-outreach_device=[0-9A-Za-z]{49}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
  });

  test('the email address is case-insensitive', async () => {
    expect((await tryIn(user.email.toUpperCase(), user.password)).status).toBe(200);
  });

  test('the gateway passes the cookie in both directions', async () => {
    const { baseUrl, dashboard } = useStack();
    const reply = await fetch(`${baseUrl}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: dashboard.email, password: dashboard.password }),
    });
    const cookie = reply.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const shown = await fetch(`${baseUrl}/auth/session`, { headers: { Cookie: `theme=dark; ${cookie}` } });

    expect(reply.status).toBe(200);
    expect(await shown.json()).toMatchObject({ user: { email: dashboard.email } });
  });
});

describe('rejects', () => {
  test('an unknown address and a wrong password with the same message and the same work', async () => {
    const known = await newUser(workspace.workspaceId, { effort: standard });
    const durations = { known: Number.POSITIVE_INFINITY, unknown: Number.POSITIVE_INFINITY };
    const replies: string[] = [];
    for (let round = 0; round < 3; round++) {
      for (const [kind, email] of [
        ['known', known.email],
        ['unknown', `x${known.email}`],
      ] as const) {
        const begin = performance.now();
        const reply = await tryIn(email, 'wrong password');
        durations[kind] = Math.min(durations[kind], performance.now() - begin);
        expectProblem(reply, 401, 'UNAUTHORIZED');
        expect(reply.headers).not.toHaveProperty('set-cookie');
        replies.push(reply.text);
      }
    }

    expect(new Set(replies).size).toBe(1);
    // Without the work, a response takes less than a tenth of the time.
    expect(durations.unknown / durations.known).toBeGreaterThan(0.25);
    expect(durations.unknown / durations.known).toBeLessThan(4);
  });

  test('the eleventh attempt of a source address within a minute, for any accounts', async () => {
    const [sourceIp, at] = [uniqueSourceAddress(), Date.now()];
    const statuses: number[] = [];
    for (let account = 0; account < 10; account++) {
      const reply = await tryIn(`nobody-${account}-${at}@example.com`, 'x', { sourceIp, at, body: {} });
      statuses.push(reply.status);
      expect(reply.headers).toMatchObject({
        'x-ratelimit-limit': '10',
        'x-ratelimit-remaining': String(9 - account),
      });
    }

    expect(statuses).toEqual(Array(10).fill(422));
    expectProblem(
      await tryIn(user.email, user.password, { sourceIp, at: at + minuteMs - 1 }),
      429,
      'RATE_LIMITED',
    );
    expect((await tryIn(user.email, user.password, { sourceIp, at: at + minuteMs })).status).toBe(200);
  });

  test('the old password and its sessions as soon as a new password is set', async () => {
    const replaced = await newUser(workspace.workspaceId);
    const { email, password } = replaced;
    const cookie = cookieIn(await tryIn(email, password));
    expect((await show(cookie)).status).toBe(200);
    await setPassword(connected(), { email: email.toUpperCase(), password: 'a new horse every day' });

    expect((await show(cookie)).status).toBe(401);
    expect((await tryIn(email, password)).status).toBe(401);
    // A login that verified the old password just before the change.
    await expect(newCookie(replaced)).rejects.toThrow('password has changed');
    expect((await tryIn(email, 'a new horse every day')).status).toBe(200);
  });

  test.each([
    ['no password', { email: 'ada@example.com' }, 'password'],
    ['an empty password', { email: 'ada@example.com', password: '' }, 'password'],
    ['a password of 1,001 characters', { email: 'ada@example.com', password: 'x'.repeat(1001) }, 'password'],
    ['no address', { password: 'x' }, 'email'],
    ['two addresses', { email: 'ada@example.com,bob@example.com', password: 'x' }, 'email'],
    ['an unknown field', { email: 'ada@example.com', password: 'x', admin: true }, 'admin'],
  ])('%s, naming the field', async (_, body, path) => {
    const reply = await post(body);

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(pathsOf(reply)).toEqual([path]);
  });

  test('an address of 190,000 characters, within a second', async () => {
    const { result: reply, ms } = await measureCpuTime(() =>
      post({ email: `a@${'.'.repeat(190_000)},`, password: 'x' }),
    );

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(pathsOf(reply)).toEqual(['email']);
    expect(ms).toBeLessThan(1000);
  });
});

test('neither passwords nor sessions are in the table or a log', async () => {
  const reply = await tryIn(user.email, user.password);
  const value = cookieIn(reply)?.split('=')[1] ?? '';
  await show(cookieIn(reply));
  const [stolen, logged] = [await readTableAsText(), loggedText()];

  expect(stolen).toContain(user.userId);
  expect(logged).toContain(user.userId);
  expect(logged).not.toContain(user.email);
  for (const hidden of [user.password, value, value.slice(46, 89)]) {
    expect(stolen).not.toContain(hidden);
    expect(logged).not.toContain(hidden);
  }
});
