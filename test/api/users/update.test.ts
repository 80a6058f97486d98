import { beforeEach, describe, expect, test } from 'vitest';
import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { handler as getUser } from '../../../functions/users/get.ts';
import { handler as update } from '../../../functions/users/update.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { expectProblem } from '../support/subject.ts';

let workspace: Workspace;
let owner: TestUser;

const patch = (id: string, body: object, credential: { apiKey?: string; cookie?: string }) =>
  call(update, { method: 'PATCH', path: `/users/${id}`, params: { id }, body, ...credential });
const roleOf = async (id: string) =>
  (await call(getUser, { method: 'GET', path: `/users/${id}`, params: { id }, apiKey: workspace.apiKey }))
    .body.role;

beforeEach(async () => {
  workspace = await newWorkspace();
  owner = await newUser(workspace.workspaceId);
});

test('an owner changes the name and the role of a user, effective from the next request', async () => {
  const { userId } = await newUser(workspace.workspaceId, { role: 'viewer' });
  const reply = await patch(userId, { name: 'Grace', role: 'member' }, { cookie: await newCookie(owner) });

  expect(reply).toMatchObject({ status: 200, body: { id: userId, name: 'Grace', role: 'member' } });
  expect(reply.body.updatedAt > reply.body.createdAt).toBe(true);
  expect(await roleOf(userId)).toBe('member');
});

test('a user who is no longer an owner has no permissions of an owner in open sessions', async () => {
  const second = await newUser(workspace.workspaceId);
  const cookie = await newCookie(second);
  expect((await patch(second.userId, { name: 'Me' }, { cookie })).status).toBe(200);
  await patch(second.userId, { role: 'viewer' }, { cookie: await newCookie(owner) });

  expectProblem(await patch(second.userId, { role: 'owner' }, { cookie }), 403, 'FORBIDDEN');
  expect((await call(listContacts, { method: 'GET', path: '/contacts', cookie })).status).toBe(200);
  const shown = await call(session, { method: 'GET', path: '/auth/session', cookie });
  expect(shown.body.user.role).toBe('viewer');
});

describe('the last owner', () => {
  test('keeps the role', async () => {
    await newUser(workspace.workspaceId, { role: 'member' });
    const reply = await patch(owner.userId, { role: 'member' }, workspace);

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.body.error.details).toMatchObject([{ path: 'role', rule: 'last_owner' }]);
    expect(await roleOf(owner.userId)).toBe('owner');
  });

  test('remains when all owners demote each other at the same time', async () => {
    const owners = [owner, await newUser(workspace.workspaceId), await newUser(workspace.workspaceId)];
    const replies = await Promise.all(
      owners.map(({ userId }) => patch(userId, { role: 'viewer' }, workspace)),
    );
    const roles = await Promise.all(owners.map(({ userId }) => roleOf(userId)));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 422]);
    expect(roles.sort()).toEqual(['owner', 'viewer', 'viewer']);
  });
});

test('a key with an expiry cannot change a role, because the access would outlive it', async () => {
  const { userId } = await newUser(workspace.workspaceId, { role: 'viewer' });
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const input = NewApiKey.parse({ name: 'temporary', scope: 'full-access', expiresAt });
  const { key: apiKey } = await issueApiKey(connected(), workspace.workspaceId, input);

  expectProblem(await patch(userId, { role: 'owner' }, { apiKey }), 403, 'FORBIDDEN');
  expect((await patch(userId, { name: 'Grace' }, { apiKey })).status).toBe(200);
});

test('concurrent changes of the name and the role both take effect', async () => {
  const users = await Promise.all(
    Array.from({ length: 5 }, () => newUser(workspace.workspaceId, { role: 'viewer' })),
  );
  const { apiKey } = workspace;
  const replies = await Promise.all(
    users.flatMap(({ userId }) => [
      patch(userId, { name: 'Grace' }, { apiKey }),
      patch(userId, { role: 'member' }, { apiKey }),
    ]),
  );
  const path = (id: string) => ({ method: 'GET' as const, path: `/users/${id}`, params: { id }, apiKey });
  const found = await Promise.all(users.map(({ userId }) => call(getUser, path(userId))));

  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  for (const { body } of found) expect(body).toMatchObject({ name: 'Grace', role: 'member' });
});
