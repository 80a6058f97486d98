import { beforeAll, describe, expect, test } from 'vitest';
import { sessionsOf, userCredentialKey } from '#lib/auth/items.ts';
import { newSession, readSession, sessionCookie } from '#lib/auth/session-cookie.ts';
import { callerWindowKey } from '#lib/http/caller-window.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { cookieIn, cookieOf, newCookie, newUser, type TestUser } from '../../support/users.ts';
import { expectHeaders, expectProblem, uniqueSourceAddress } from '../support/subject.ts';

const dayMs = 86_400_000;

let workspace: Workspace;
let user: TestUser;
const show = (cookie: string | undefined, at = Date.now(), changes: Partial<TestRequest> = {}) =>
  call(session, {
    method: 'GET',
    path: '/auth/session',
    cookie,
    at,
    sourceIp: uniqueSourceAddress(),
    ...changes,
  });
const readCredential = ({ userId }: TestUser) => connected().table.get(userCredentialKey(userId));

beforeAll(async () => {
  workspace = await newWorkspace();
  user = await newUser(workspace.workspaceId);
});

test('a session has its user, its workspace and its expiry', async () => {
  const at = Date.now();
  const reply = await show(await newCookie(user, at), at);

  expect(reply).toMatchObject({
    status: 200,
    body: {
      user: { id: user.userId, email: user.email, name: 'Ada' },
      workspaceId: workspace.workspaceId,
      expiresAt: new Date(at + 7 * dayMs).toISOString(),
    },
  });
  expectHeaders(reply);
  expect(reply.headers['x-ratelimit-limit']).toBe('200');
});

test('an API key is rejected', async () => {
  expectProblem(await show(undefined, Date.now(), { apiKey: workspace.apiKey }), 401, 'UNAUTHORIZED');
});

describe('a session lasts', () => {
  test('seven days after its last request to any endpoint', async () => {
    const begin = Date.now();
    const cookie = await newCookie(user, begin);
    expect((await show(cookie, begin + 7 * dayMs - 1000)).status).toBe(200);
    const second = begin + 14 * dayMs - 2000;
    const list = await call(listContacts, { method: 'GET', path: '/contacts', cookie, at: second });
    expect(list.status).toBe(200);

    expect((await show(cookie, second + 7 * dayMs)).status).toBe(401);
    expect((await show(cookie, second + 7 * dayMs - 1)).status).toBe(200);
  });

  test('at most thirty days after its login', async () => {
    const begin = Math.floor(Date.now() / 1000) * 1000;
    const cookie = await newCookie(user, begin);
    for (const day of [6, 12, 18, 24, 29]) expect((await show(cookie, begin + day * dayMs)).status).toBe(200);

    expect((await show(cookie, begin + 30 * dayMs - 1)).body.expiresAt).toBe(
      new Date(begin + 30 * dayMs).toISOString(),
    );
    expect((await show(cookie, begin + 30 * dayMs)).status).toBe(401);
  });

  test('as long as its cookie, which is renewed once a day', async () => {
    const begin = Math.floor(Date.now() / 1000) * 1000;
    const first = await newCookie(user, begin);
    expect((await show(first, begin + dayMs - 1)).headers).not.toHaveProperty('set-cookie');

    const renewed = await show(first, begin + dayMs);
    const second = cookieIn(renewed);
    expect(renewed.headers['set-cookie']).toContain('; Max-Age=604800;');
    expect(second).not.toBe(first);
    // Both cookies are the same session, so requests in flight with the old one succeed.
    expect((await show(first, begin + dayMs)).status).toBe(200);
    expect((await show(second, begin + 2 * dayMs - 1000)).headers).not.toHaveProperty('set-cookie');
    for (const day of [6, 12, 18, 24]) await show(second, begin + day * dayMs);
    expect((await show(second, begin + 28 * dayMs)).headers['set-cookie']).toContain(
      `; Max-Age=${2 * 86_400};`,
    );
  });
});

describe('a user', () => {
  test('has at most ten sessions: the eleventh login ends the least recently used one', async () => {
    const many = await newUser(workspace.workspaceId);
    const begin = Date.now();
    const cookies: string[] = [];
    for (let login = 0; login < 10; login++) cookies.push(await newCookie(many, begin + login * 1000));
    const used = begin + 60_000;
    expect((await show(cookies[0], used)).status).toBe(200);
    cookies.push(await newCookie(many, used + 1000));
    const statuses = await Promise.all(cookies.map(async (cookie) => (await show(cookie, used)).status));

    expect(statuses).toEqual([200, 401, ...Array(9).fill(200)]);
  });

  test('never exceeds the limit with concurrent logins, and the credential stays below 1 KB', async () => {
    const many = await newUser(workspace.workspaceId, {
      email: `${'x'.repeat(60)}-${Date.now()}@${'y'.repeat(60)}.example.com`,
    });
    for (let round = 0; round < 4; round++) {
      await Promise.all(Array.from({ length: 4 }, () => newCookie(many)));
    }
    const item = await readCredential(many);

    expect(item && sessionsOf(item)).toHaveLength(10);
    expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(1024);
  });

  test('has no ended sessions in the window after it was opened again', async () => {
    const many = await newUser(workspace.workspaceId);
    const begin = Date.now();
    for (let login = 0; login < 12; login++) await show(await newCookie(many, begin), begin);
    await show(await newCookie(many, begin), begin + 60_000);
    const [window, credential] = await Promise.all([
      connected().table.get(callerWindowKey(many.userId)),
      readCredential(many),
    ]);
    const names = (item: typeof window) => sessionsOf(item).map(([name]) => name);

    expect(names(credential)).toHaveLength(10);
    expect(names(window).filter((name) => !names(credential).includes(name))).toEqual([]);
    expect(names(window)).toHaveLength(10);
  });

  test('does not write the credential with requests', async () => {
    const one = await newUser(workspace.workspaceId);
    const begin = Date.now();
    const cookie = await newCookie(one, begin);
    const before = await readCredential(one);
    for (const minutes of [0, 1, 2]) await show(cookie, begin + minutes * 60_000);

    expect(await readCredential(one)).toEqual(before);
  });

  test('loses expired sessions first', async () => {
    const many = await newUser(workspace.workspaceId);
    const begin = Date.now();
    await Promise.all([newCookie(many, begin), newCookie(many, begin)]);
    await newCookie(many, begin + 8 * dayMs);
    const item = await readCredential(many);

    expect(item && sessionsOf(item)).toHaveLength(1);
  });
});

describe('a cookie', () => {
  const forge = async (change: (cookie: string) => string) => show(change(await newCookie(user)));

  test.each([
    ['that is forged', () => cookieOf(newSession(user.userId, Date.now()), Date.now())],
    [
      'of a user that does not exist',
      () => cookieOf(newSession('usr_01ARZ3NDEKTSV4RRFFQ69G5FAV', 0), Date.now()),
    ],
    ['that is empty', () => '__Host-outreach_session='],
    ['under another name', (cookie: string) => cookie.replace('__Host-', '')],
    ['that is truncated', (cookie: string) => cookie.slice(0, -1)],
    ['with another character', (cookie: string) => `${cookie.slice(0, -1)}${cookie.endsWith('0') ? 1 : 0}`],
  ])('%s is rejected', async (_, change) => {
    expectProblem(await forge(change), 401, 'UNAUTHORIZED');
  });

  test('with a later login time is rejected', async () => {
    const old = readSession(await newCookie(user, Date.now() - 5 * dayMs));
    if (!old) throw new Error('no session');
    const younger = { ...old, createdAt: old.createdAt + 4 * dayMs };

    expect((await show(sessionCookie(younger, Date.now()).split(';')[0])).status).toBe(401);
    expect((await show(cookieOf(old, Date.now()))).status).toBe(200);
  });

  test('is found among others', async () => {
    const cookie = await newCookie(user);

    expect((await show(`a=1; ${cookie}; b=2`)).status).toBe(200);
    expect((await show(`__Host-outreach_sessionx=1;${cookie}`)).status).toBe(200);
  });
});
