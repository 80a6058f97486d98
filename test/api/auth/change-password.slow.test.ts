import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { passwordWrites } from '#lib/auth/new-password.ts';
import { hashPassword } from '#lib/auth/password.ts';
import { findUserItems } from '#lib/auth/stored-user.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { handler as change } from '../../../functions/auth/change-password.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { createPasswordReset } from '../../../infra/admin/users.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { cookieIn, deviceIn, newCookie, newUser, type TestUser } from '../../support/users.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';
import { readTableAsText } from '../support/table-dump.ts';

const newPassword = 'a new horse every day';

let workspace: Workspace;
let user: TestUser;

const post = (cookie: string, changes: Partial<TestRequest> = {}) =>
  call(change, {
    method: 'POST',
    path: '/auth/password',
    cookie,
    sourceIp: uniqueSourceAddress(),
    body: { currentPassword: user.password, newPassword },
    ...changes,
  });
const logIn = (password: string) =>
  call(login, {
    method: 'POST',
    path: '/auth/login',
    body: { email: user.email, password },
    sourceIp: uniqueSourceAddress(),
  });
const show = async (cookie: string) =>
  (await call(session, { method: 'GET', path: '/auth/session', cookie })).status;

beforeEach(async () => {
  workspace = await newWorkspace();
  user = await newUser(workspace.workspaceId, { role: 'viewer' });
});

test('sets the password, keeps this session and ends the others', async () => {
  const [mine, other] = [await newCookie(user), await newCookie(user)];
  expect((await post(mine)).status).toBe(204);

  expect([await show(mine), await show(other)]).toEqual([200, 401]);
  expect([(await logIn(user.password)).status, (await logIn(newPassword)).status]).toEqual([401, 200]);
});

test('this browser stays known, and others do not', async () => {
  const [mine, other] = [await logIn(user.password), await logIn(user.password)];
  const cookie = `${cookieIn(mine)}; ${deviceIn(mine)}`;
  await post(cookie);
  const again = (device: string | undefined) =>
    call(login, {
      method: 'POST',
      path: '/auth/login',
      body: { email: user.email, password: newPassword },
      sourceIp: uniqueSourceAddress(),
      cookie: device,
    });

  expect(deviceIn(await again(deviceIn(mine)))).toBe(deviceIn(mine));
  expect(deviceIn(await again(deviceIn(other)))).not.toBe(deviceIn(other));
});

test('a wrong current password changes nothing, and the sixth failure is throttled like a login', async () => {
  const cookie = await newCookie(user);
  const [sourceIp, body] = [uniqueSourceAddress(), { currentPassword: 'wrong', newPassword }];
  const replies = [];
  for (let attempt = 0; attempt < 6; attempt++) replies.push(await post(cookie, { sourceIp, body }));

  expect(replies.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429]);
  expect(replies[0]?.body.error.details).toMatchObject([{ path: 'currentPassword', rule: 'login' }]);
  expect(await show(cookie)).toBe(200);
  expect((await logIn(user.password)).status).toBe(200);
});

test('a repeat with the Idempotency-Key gets the first response, and the table has no password', async () => {
  const cookie = await newCookie(user);
  const headers = { 'Idempotency-Key': randomUUID() };
  const first = await post(cookie, { headers });
  const repeat = await post(cookie, { headers });

  expect([first.status, repeat.status]).toEqual([204, 204]);
  expect(repeat.headers['idempotency-replayed']).toBe('true');
  const tableText = await readTableAsText();
  for (const secret of [newPassword, user.password]) expect(tableText).not.toContain(secret);
});

test('of concurrent changes from one session, one succeeds', async () => {
  const cookie = await newCookie(user);
  const replies = await Promise.all([
    post(cookie),
    post(cookie, { body: { currentPassword: user.password, newPassword: 'another new horse' } }),
  ]);

  expect(replies.map(({ status }) => status).sort()).toEqual([204, 422]);
});

test('a change that was decided on items of two moments is refused', async () => {
  const { table } = connected();
  const before = await findUserItems({ table }, user.userId);
  await post(await newCookie(user));
  const after = await findUserItems({ table }, user.userId);
  if (!before || !after) throw new Error('the user has no items');
  const mixed = { login: before.login, credential: after.credential };

  await expect(
    table.transact(passwordWrites(mixed, await hashPassword('another new horse'))),
  ).rejects.toThrow(StaleDecision);
});

test('a reset token from before the change does not work', async () => {
  const { token } = await createPasswordReset(connected(), user.email);
  await post(await newCookie(user));
  const { handler: reset } = await import('../../../functions/auth/reset-password.ts');
  const reply = await call(reset, {
    method: 'POST',
    path: '/auth/reset-password',
    sourceIp: uniqueSourceAddress(),
    body: { token, newPassword: 'yet another horse' },
  });

  expectProblem(reply, 422, 'VALIDATION_ERROR');
});
