import { beforeEach, describe, expect, test } from 'vitest';
import { newOneTimeToken } from '#lib/auth/one-time-token.ts';
import { findUserWorkspace } from '#lib/auth/stored-user.ts';
import type { Services } from '#lib/runtime/services.ts';
import { acceptInvitation } from '#lib/users/accept-invitation.ts';
import { invitationKey, userCountKey } from '#lib/users/items.ts';
import { newId } from '#lib/values/ids.ts';
import { Problem } from '#lib/values/problem.ts';
import { handler as listAuditLog } from '../../../functions/audit-log/list.ts';
import { handler as accept } from '../../../functions/auth/accept-invitation.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { cookieIn, newUser } from '../../support/users.ts';
import { invite } from '../support/seed.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';
import { readTableAsText } from '../support/table-dump.ts';

const password = 'a new horse every day';
const dayMs = 86_400_000;

let workspace: Workspace;
let invitation: Awaited<ReturnType<typeof invite>>;

const use = async (token: string, changes: Partial<TestRequest> = {}) => {
  const reply = await call(accept, {
    method: 'POST',
    path: '/auth/accept-invitation',
    body: { token, password, name: 'Grace' },
    sourceIp: uniqueSourceAddress(),
    ...changes,
  });
  expectDocumented('auth.accept-invitation', reply);

  return reply;
};

beforeEach(async () => {
  workspace = await newWorkspace();
  invitation = await invite(workspace.workspaceId, { role: 'viewer' });
});

test('creates the user with the role of the invitation, and opens a session', async () => {
  const reply = await use(invitation.token);
  const { workspaceId } = workspace;
  const shown = await call(session, { method: 'GET', path: '/auth/session', cookie: cookieIn(reply) });
  const again = await call(login, {
    method: 'POST',
    path: '/auth/login',
    body: { email: invitation.email, password },
    sourceIp: uniqueSourceAddress(),
  });

  expect(reply).toMatchObject({
    status: 201,
    body: { user: { email: invitation.email, name: 'Grace', role: 'viewer' }, workspaceId },
  });
  expect(shown.body.user).toEqual(reply.body.user);
  expect(again.status).toBe(200);
  expect(await readTableAsText()).not.toContain(password);
});

test('is recorded in the audit log with the new user as its author', async () => {
  const { body } = await use(invitation.token);
  const { apiKey } = workspace;
  const audit = await call(listAuditLog, { method: 'GET', path: '/audit-log', apiKey });
  const entries = audit.body.data.filter(({ operation }: { operation: string }) =>
    operation.endsWith('/auth/accept-invitation'),
  );

  expect(entries).toMatchObject([
    {
      actor: { type: 'user', id: body.user.id, name: invitation.email },
      resourceId: invitation.id,
      fields: ['password', 'name'],
    },
  ]);
});

test('a token creates one user, even for concurrent requests', async () => {
  const replies = await Promise.all(Array.from({ length: 4 }, () => use(invitation.token)));

  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422]);
});

describe('the same error is returned for a token that', () => {
  test.each<[string, () => Promise<string> | string]>([
    [
      'belongs to no invitation',
      () => newOneTimeToken('invitation', [workspace.workspaceId, newId('inv', 1)]),
    ],
    [
      'belongs to another secret',
      () => newOneTimeToken('invitation', [workspace.workspaceId, invitation.id]),
    ],
    ['is damaged', () => `${invitation.token.slice(0, -1)}!`],
    ['resets a password', () => newOneTimeToken('reset', [newId('usr', 1)])],
    [
      'was used',
      async () => {
        await use(invitation.token);

        return invitation.token;
      },
    ],
  ])('%s', async (_, given) => {
    const reply = await use(await given());

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.headers).not.toHaveProperty('set-cookie');
    expect(reply.body.error.details).toEqual([
      {
        path: 'token',
        rule: 'one_time',
        message: 'is invalid, has expired, or was used before: ask for a new invitation',
      },
    ]);
  });

  test('has expired', async () => {
    const reply = await use(invitation.token, { at: Date.now() + 8 * dayMs });

    expect(reply.body.error.details).toMatchObject([{ path: 'token', rule: 'one_time' }]);
  });
});

test('an address with a user keeps that user, and the invitation stays open', async () => {
  const other = await newUser((await newWorkspace()).workspaceId);
  const { token } = await invite(workspace.workspaceId, { email: other.email });
  const reply = await use(token);
  const loggedIn = await call(login, {
    method: 'POST',
    path: '/auth/login',
    body: { email: other.email, password: other.password },
    sourceIp: uniqueSourceAddress(),
  });

  expectProblem(reply, 422, 'VALIDATION_ERROR');
  expect(loggedIn.body.workspaceId).toBe(other.workspaceId);
});

test('a request from another site cannot log a browser in', async () => {
  const reply = await use(invitation.token, { headers: { 'Sec-Fetch-Site': 'cross-site' } });

  expectProblem(reply, 403, 'FORBIDDEN');
  expect((await use(invitation.token)).status).toBe(201);
});

describe('creates no user', () => {
  test('if the workspace has 100 users', async () => {
    const { workspaceId } = workspace;
    await connected().table.put({ put: { ...userCountKey(workspaceId), users: 99 } });
    const other = await invite(workspaceId, { role: 'viewer' });
    const replies = [await use(invitation.token), await use(other.token)];

    expect(replies.map(({ status }) => status)).toEqual([201, 422]);
    expect(replies[1]?.body.error.details).toMatchObject([{ rule: 'count' }]);
  });

  test.each([
    ['is deleted', { delete: true }],
    ['is replaced', { emailedHash: 'another' }],
    ['expires', { expiresAt: 0 }],
  ])('if the invitation %s after it was read', async (_, change: Readonly<Record<string, unknown>>) => {
    const { table, now } = connected();
    const changing: Pick<Services, 'table' | 'now'> = {
      now,
      table: {
        ...table,
        transact: async (writes) => {
          const { pk, sk } = invitationKey(workspace.workspaceId, invitation.id);
          if (change['delete']) await table.transact([{ delete: { pk, sk } }]);
          else await table.update({ update: { pk, sk }, set: change });

          return table.transact(writes);
        },
      },
    };
    const request = {
      token: invitation.token,
      password,
      name: 'Grace',
      requestId: 'r',
      userAgent: undefined,
    };

    await expect(acceptInvitation(changing, { ...request, now: now() })).rejects.toThrow(Problem);
    expect(await findUserWorkspace(table, invitation.email)).toBeUndefined();
  });
});
