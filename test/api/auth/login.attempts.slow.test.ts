import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newDevice } from '#lib/auth/device-cookie.ts';
import { devicesOf, hashAddress, loginKey, sharedAttemptsKey } from '#lib/auth/items.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { setPassword } from '../../../infra/admin/users.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { deviceIn, newUser, type TestUser } from '../../support/users.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';
import { readTableAsText } from '../support/table-dump.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
const start = Math.floor(Date.now() / 1000) * 1000;

let workspace: Workspace;
let user: TestUser;

/** Each attempt comes from a different network by default. */
const logIn = (email: string, password: string, changes: Partial<TestRequest> = {}) =>
  call(login, {
    method: 'POST',
    path: '/auth/login',
    body: { email, password },
    sourceIp: uniqueSourceAddress(),
    at: start,
    ...changes,
  });
const fail = async (email: string, changes: Partial<TestRequest> = {}) =>
  (await logIn(email, 'wrong password', changes)).status;
const right = (changes: Partial<TestRequest> = {}) => logIn(user.email, user.password, changes);
const failMany = (count: number, email: string, changes: Partial<TestRequest> = {}) =>
  Promise.all(Array.from({ length: count }, () => fail(email, changes)));
const readLogin = () => connected().table.get(loginKey(hashAddress(user.email)));
const countOf = (statuses: readonly number[], status: number) =>
  statuses.filter((each) => each === status).length;

beforeAll(async () => {
  workspace = await newWorkspace();
});
beforeEach(async () => {
  user = await newUser(workspace.workspaceId);
});

describe('a browser that has logged in before', () => {
  test('logs in after 1,000 wrong passwords from other networks', { timeout: 180_000 }, async () => {
    const device = deviceIn(await right());
    const statuses: number[] = [];
    for (let round = 0; round < 50; round++) statuses.push(...(await failMany(20, user.email)));

    expect(countOf(statuses, 401)).toBe(100);
    expect(countOf(statuses, 429)).toBe(900);
    const again = await right({ cookie: device });
    expect(again.status).toBe(200);
    expect(deviceIn(again)).toBe(device);
    expect((await right({ cookie: device })).status).toBe(200);
  });

  test('has its own five failures within 15 minutes, from any network', async () => {
    const device = deviceIn(await right());
    const statuses = await failMany(20, user.email, { cookie: device });
    const refused = await right({ cookie: device, at: start + 15 * minuteMs - 1 });

    expect(countOf(statuses, 401)).toBe(5);
    expect(countOf(statuses, 429)).toBe(15);
    expectProblem(refused, 429, 'RATE_LIMITED');
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'retry-after': '1' });
    expect((await right({ cookie: device, at: start + 15 * minuteMs })).status).toBe(200);
  });

  test('does not share its failures with another browser of the user', async () => {
    const [one, other] = [deviceIn(await right()), deviceIn(await right())];
    await failMany(6, user.email, { cookie: one });

    expect((await right({ cookie: one })).status).toBe(429);
    expect((await right({ cookie: other })).status).toBe(200);
  });

  test('expires a year after its last login', async () => {
    const device = deviceIn(await right());
    expect(deviceIn(await right({ cookie: device, at: start + 364 * dayMs }))).toBe(device);
    expect(deviceIn(await right({ cookie: device, at: start + 2 * 364 * dayMs }))).toBe(device);

    const late = await right({ cookie: device, at: start + (2 * 364 + 365) * dayMs });
    expect(late.status).toBe(200);
    expect(deviceIn(late)).not.toBe(device);
  });

  test('is deleted when the password changes', async () => {
    const device = deviceIn(await right());
    const password = 'a new horse every day';
    await setPassword(connected(), { email: user.email, password });
    const login = await readLogin();

    expect(login && devicesOf(login)).toEqual([]);
    expect(deviceIn(await logIn(user.email, password, { cookie: device }))).not.toBe(device);
  });

  test('is one of ten: the eleventh replaces the least recently used one', async () => {
    const devices: (string | undefined)[] = [];
    for (let each = 0; each < 10; each++)
      devices.push(deviceIn(await right({ at: start + each * minuteMs })));
    const [first, second] = devices;
    await right({ cookie: first, at: start + 10 * minuteMs });
    await right({ at: start + 11 * minuteMs });
    const login = await readLogin();

    expect(new Set(devices).size).toBe(10);
    expect(login && devicesOf(login)).toHaveLength(10);
    expect(deviceIn(await right({ cookie: first, at: start + 12 * minuteMs }))).toBe(first);
    expect(deviceIn(await right({ cookie: second, at: start + 12 * minuteMs }))).not.toBe(second);
  });

  test('cannot be derived from the table, and is no credential', async () => {
    const device = deviceIn(await right()) ?? '';
    const [, value = ''] = device.split('=');

    expect(value).toHaveLength(49);
    expect(await readTableAsText()).not.toContain(value.slice(0, 43));
    expect(await fail(user.email, { cookie: device })).toBe(401);
  });
});

describe.each(['known', 'unknown'])('at an address that is %s, a client without a device cookie', (kind) => {
  const addressOf = () => (kind === 'known' ? user.email : `x${user.email}`);

  test('has five failures within 15 minutes, even with concurrent attempts', async () => {
    const sourceIp = uniqueSourceAddress();
    // A source address has ten requests per minute, so the test uses two minutes.
    const statuses = [
      ...(await failMany(9, addressOf(), { sourceIp })),
      ...(await failMany(9, addressOf(), { sourceIp, at: start + minuteMs })),
    ];
    const refused = await logIn(addressOf(), user.password, { sourceIp, at: start + 15 * minuteMs - 1 });

    expect(countOf(statuses, 401)).toBe(5);
    expect(countOf(statuses, 429)).toBe(13);
    expectProblem(refused, 429, 'RATE_LIMITED');
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '5', 'retry-after': '1' });
    const later = await logIn(addressOf(), user.password, { sourceIp, at: start + 15 * minuteMs });
    expect(later.status).toBe(kind === 'known' ? 200 : 401);
  });

  test('does not lock out a client in another network', async () => {
    await failMany(9, addressOf(), { sourceIp: '2001:db8:1:1::1' });

    expect(await fail(addressOf(), { sourceIp: '2001:db8:1:1::2' })).toBe(429);
    expect(await fail(addressOf(), { sourceIp: '2001:db8:1:2::1' })).toBe(401);
  });

  test('shares 100 failures within an hour with all others: an attack from many networks is slowed down', async () => {
    await fail(addressOf());
    // Simulates 94 more failures, because each password check takes a third of a second.
    await connected().table.update({
      update: sharedAttemptsKey(hashAddress(addressOf())),
      set: { windowCount: 95 },
    });
    const statuses = await failMany(15, addressOf());
    const refused = await logIn(addressOf(), user.password, { at: start + 60 * minuteMs - 1 });

    expect(countOf(statuses, 401)).toBe(5);
    expect(countOf(statuses, 429)).toBe(10);
    expectProblem(refused, 429, 'RATE_LIMITED');
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'retry-after': '1' });
    expect(await fail(addressOf(), { at: start + 60 * minuteMs })).toBe(401);
  });
});

describe('a device cookie has no effect', () => {
  test.each([
    ['of another user', async () => deviceIn(await otherUsersLogin())],
    ['that this service never issued', async () => `__Host-outreach_device=${newDevice()}`],
    ['that is damaged', async () => `${deviceIn(await right())?.slice(0, -1)}!`],
  ])('if it is one %s', async (_, cookieOf) => {
    const [cookie, sourceIp] = [await cookieOf(), uniqueSourceAddress()];
    const statuses = await failMany(9, user.email, { sourceIp, ...(cookie !== undefined && { cookie }) });

    expect(countOf(statuses, 401)).toBe(5);
    expect(await fail(user.email, { sourceIp })).toBe(429);
  });
});

describe('a correct password', () => {
  test('clears the failures of its client', async () => {
    const sourceIp = uniqueSourceAddress();
    for (let round = 0; round < 3; round++) {
      const at = start + round * minuteMs;
      expect(await failMany(4, user.email, { sourceIp, at })).toEqual(Array(4).fill(401));
      expect((await right({ sourceIp, at })).status).toBe(200);
    }
  });

  test('does not change the failures that all clients share', async () => {
    const key = sharedAttemptsKey(hashAddress(user.email));
    await failMany(20, user.email);
    await Promise.all(Array.from({ length: 10 }, () => right()));

    expect(await connected().table.get(key)).toMatchObject({ windowCount: 20 });
  });
});

async function otherUsersLogin() {
  const { email, password } = await newUser(workspace.workspaceId);

  return logIn(email, password);
}
