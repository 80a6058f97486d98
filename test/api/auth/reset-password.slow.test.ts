import { beforeEach, describe, expect, test } from 'vitest';
import { hashAddress, loginKey } from '#lib/auth/items.ts';
import { newOneTimeToken } from '#lib/auth/one-time-token.ts';
import { resetPassword } from '#lib/auth/password-reset.ts';
import { newId } from '#lib/values/ids.ts';
import { Problem } from '#lib/values/problem.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as reset } from '../../../functions/auth/reset-password.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { createPasswordReset, setPassword } from '../../../infra/admin/users.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

const newPassword = 'a new horse every day';
const hourMs = 3_600_000;

let user: TestUser;
let token: string;

const use = (given: string, changes: Partial<TestRequest> = {}) =>
  call(reset, {
    method: 'POST',
    path: '/auth/reset-password',
    body: { token: given, newPassword },
    sourceIp: uniqueSourceAddress(),
    ...changes,
  });
const logIn = async (password: string) =>
  (
    await call(login, {
      method: 'POST',
      path: '/auth/login',
      body: { email: user.email, password },
      sourceIp: uniqueSourceAddress(),
    })
  ).status;

beforeEach(async () => {
  user = await newUser((await newWorkspace()).workspaceId);
  token = (await createPasswordReset(connected(), user.email)).token;
});

test('sets the password and ends all sessions', async () => {
  const cookie = await newCookie(user);
  expect((await use(token)).status).toBe(204);

  expect([await logIn(user.password), await logIn(newPassword)]).toEqual([401, 200]);
  expect((await call(session, { method: 'GET', path: '/auth/session', cookie })).status).toBe(401);
});

test('works once, even for concurrent requests', async () => {
  const replies = await Promise.all(Array.from({ length: 4 }, () => use(token)));

  expect(replies.map(({ status }) => status).sort()).toEqual([204, 422, 422, 422]);
});

describe('the same error is returned for a token that', () => {
  test.each<[string, () => Promise<string> | string]>([
    ['belongs to no user', () => newOneTimeToken('reset', [newId('usr', Date.now())])],
    ['belongs to another secret', () => newOneTimeToken('reset', [user.userId])],
    ['is damaged', () => `${token.slice(0, -1)}!`],
    ['is an invitation', () => newOneTimeToken('invitation', [newId('wsp', 1), newId('inv', 1)])],
    [
      'was used',
      async () => {
        await use(token);

        return token;
      },
    ],
    [
      'was created before the password changed',
      async () => {
        await setPassword(connected(), { email: user.email, password: 'yet another horse' });

        return token;
      },
    ],
  ])('%s', async (_, given) => {
    const reply = await use(await given());

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.body.error.details).toEqual([
      {
        path: 'token',
        rule: 'one_time',
        message: 'is invalid, has expired, or was used before: request a new one',
      },
    ]);
  });

  test('has expired', async () => {
    const reply = await use(token, { at: Date.now() + 25 * hourMs });

    expect(reply.body.error.details).toMatchObject([{ path: 'token', rule: 'one_time' }]);
  });
});

test('a source address has ten requests per minute', async () => {
  const [sourceIp, at] = [uniqueSourceAddress(), Date.now()];
  const statuses: number[] = [];
  for (let number = 0; number < 11; number++) statuses.push((await use('opr_x', { sourceIp, at })).status);

  expect(statuses).toEqual([...Array(10).fill(422), 429]);
});

test('a short password is refused before the token is used', async () => {
  expectProblem(await use(token, { body: { token, newPassword: 'short' } }), 422, 'VALIDATION_ERROR');
  expect((await use(token)).status).toBe(204);
});

test.each([
  ['deleted', undefined],
  ['replaced', 'another'],
])('does not work if it is %s after it was read', async (_, resetHash) => {
  const { table, now } = connected();
  const login = loginKey(hashAddress(user.email));
  const changing = {
    now,
    table: {
      ...table,
      transact: async (writes: Parameters<typeof table.transact>[0]) => {
        await table.update({
          update: login,
          ...(resetHash ? { set: { resetHash } } : { remove: ['resetHash'] }),
        });

        return table.transact(writes);
      },
    },
  };

  await expect(resetPassword(changing, { token, newPassword, requestId: 'r', now: now() })).rejects.toThrow(
    Problem,
  );
  expect(await logIn(user.password)).toBe(200);
});
