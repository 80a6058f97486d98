import { beforeEach, expect, test } from 'vitest';
import { handler as revokeKey } from '../../../functions/api-keys/revoke.ts';
import { handler as createInvitation } from '../../../functions/users/invite.ts';
import { handler as list } from '../../../functions/users/list-invitations.ts';
import { handler as removeUser } from '../../../functions/users/remove.ts';
import { handler as updateUser } from '../../../functions/users/update.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { dayMs, setClock } from '../../workers/support/clock.ts';
import { invite, uniqueEmail } from '../support/seed.ts';

let workspace: Workspace;

const listed = async (): Promise<string[]> =>
  (await call(list, { method: 'GET', path: '/users/invitations', ...workspace })).body.data.map(
    ({ id }: { id: string }) => id,
  );
const inviteAs = (cookie: string) =>
  call(createInvitation, {
    method: 'POST',
    path: '/users/invitations',
    body: { email: uniqueEmail(), role: 'member' },
    cookie,
  });
const setRole = (id: string, role: string) =>
  call(updateUser, { method: 'PATCH', path: `/users/${id}`, params: { id }, body: { role }, ...workspace });

beforeEach(async () => {
  workspace = await newWorkspace();
  await newUser(workspace.workspaceId);
});

test('an invitation of a demoted owner is not listed, also after the user is an owner again', async () => {
  const leaver = await newUser(workspace.workspaceId);
  const { body: invitation } = await inviteAs(await newCookie(leaver));
  expect(await listed()).toEqual([invitation.id]);

  expect((await setRole(leaver.userId, 'member')).status).toBe(200);
  expect(await listed()).toEqual([]);
  expect((await setRole(leaver.userId, 'owner')).status).toBe(200);
  expect(await listed()).toEqual([]);
  const { body: later } = await inviteAs(await newCookie(leaver));
  expect(await listed()).toEqual([later.id]);
});

test('an invitation of a removed owner is not listed', async () => {
  const leaver = await newUser(workspace.workspaceId);
  await inviteAs(await newCookie(leaver));
  const params = { id: leaver.userId };
  const removed = await call(removeUser, {
    method: 'DELETE',
    path: `/users/${params.id}`,
    params,
    ...workspace,
  });

  expect(removed.status).toBe(204);
  expect(await listed()).toEqual([]);
});

test('an invitation of a revoked API key is not listed, and others are', async () => {
  const { createdBy } = await invite(workspace.workspaceId);
  const other = await invite(workspace.workspaceId);
  const params = { id: createdBy };
  const path = `/api-keys/${createdBy}`;
  expect((await call(revokeKey, { method: 'DELETE', path, params, ...workspace })).status).toBe(204);

  expect(await listed()).toEqual([other.id]);
});

test.runIf(isWholeTier)('invitations of a removed owner do not count as open invitations', async () => {
  const [leaver, owner] = [await newUser(workspace.workspaceId), await newUser(workspace.workspaceId)];
  const [leaverCookie, cookie] = [await newCookie(leaver), await newCookie(owner)];
  // At most 50 emails are sent in a day.
  for (let count = 0; count < 100; count++) {
    if (count === 50) setClock(Date.now() + dayMs);
    expect((await inviteAs(count < 99 ? cookie : leaverCookie)).status).toBe(201);
  }
  setClock(Date.now() + dayMs);
  expect((await inviteAs(cookie)).status).toBe(422);
  const params = { id: leaver.userId };
  await call(removeUser, { method: 'DELETE', path: `/users/${params.id}`, params, ...workspace });

  expect((await inviteAs(cookie)).status).toBe(201);
  expect((await inviteAs(cookie)).status).toBe(422);
});
