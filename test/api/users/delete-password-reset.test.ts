import { beforeEach, describe, expect, test } from 'vitest';
import { serviceEmailKey } from '#lib/direct-emails/items.ts';
import { handler as reset } from '../../../functions/auth/reset-password.ts';
import { handler as create } from '../../../functions/users/create-password-reset.ts';
import { handler as deleteReset } from '../../../functions/users/delete-password-reset.ts';
import { handler as get } from '../../../functions/users/get.ts';
import { handler as list } from '../../../functions/users/list.ts';
import { handler as removeUser } from '../../../functions/users/remove.ts';
import { handler as updateUser } from '../../../functions/users/update.ts';
import { createPasswordReset } from '../../../infra/admin/users.ts';
import { call, type TestReply } from '../../support/call.ts';
import { emailedResetToken } from '../../support/emailed-token.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { readStoredItems } from '../../support/stored-items.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { setClock } from '../../workers/support/clock.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

type Credential = { readonly apiKey?: string; readonly cookie?: string };

let workspace: Workspace;
let owner: TestUser;
let colleague: TestUser;
let cookie: string;

const pathOf = (id: string) => ({ path: `/users/${id}/password-reset`, params: { id } });
const createFor = (id: string) => call(create, { method: 'POST', ...pathOf(id), cookie });
const deleteFor = (id: string, credential: Credential = { cookie }) =>
  call(deleteReset, { method: 'DELETE', ...pathOf(id), ...credential });
const use = (token: string) =>
  call(reset, {
    method: 'POST',
    path: '/auth/reset-password',
    sourceIp: uniqueSourceAddress(),
    body: { token, newPassword: 'a new horse every day' },
  });
/** `passwordReset` of the colleague in the list, and of the user itself. */
const shown = async (credential: Credential = workspace) => {
  const id = colleague.userId;
  const page: TestReply = await call(list, { method: 'GET', path: '/users', ...credential });
  const one = await call(get, { method: 'GET', path: `/users/${id}`, params: { id }, ...credential });
  const listed = page.body.data.find((user: { id: string }) => user.id === id);
  expect(listed.passwordReset).toEqual(one.body.passwordReset);

  return one.body.passwordReset;
};

beforeEach(async () => {
  workspace = await newWorkspace();
  [owner, colleague] = await Promise.all([newUser(workspace.workspaceId), newUser(workspace.workspaceId)]);
  cookie = await newCookie(owner);
});

describe('the open password reset of a user', () => {
  test('is shown to owners with its creator and times, and null without a reset', async () => {
    expect(await shown()).toBeNull();
    const { body } = await createFor(colleague.userId);
    const { createdBy, createdAt, expiresAt } = await shown();

    expect([createdBy, expiresAt]).toEqual([owner.userId, body.expiresAt]);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(24 * 3_600_000);
  });

  test('of the operator has no creator', async () => {
    await createPasswordReset(connected(), colleague.email);

    expect(await shown()).toMatchObject({ createdBy: null });
  });

  test('is null for members and viewers', async () => {
    await createFor(colleague.userId);
    const viewer = await newUser(workspace.workspaceId, { role: 'viewer' });

    expect(await shown({ cookie: await newCookie(viewer) })).toBeNull();
  });

  test('is null after its use and after its expiry', async () => {
    await createFor(colleague.userId);
    expect((await use(await emailedResetToken(colleague))).status).toBe(204);
    expect(await shown()).toBeNull();
    const { expiresAt } = (await createFor(colleague.userId)).body;
    expect(await shown()).not.toBeNull();
    setClock(Date.parse(expiresAt));

    expect(await shown()).toBeNull();
    expectProblem(await deleteFor(colleague.userId), 404, 'NOT_FOUND');
  });

  test('is null after its creator was removed or demoted', async () => {
    const params = { id: owner.userId };
    const path = `/users/${owner.userId}`;
    await createFor(colleague.userId);
    const body = { role: 'member' };
    expect((await call(updateUser, { method: 'PATCH', path, params, body, ...workspace })).status).toBe(200);
    expect(await shown()).toBeNull();
    expect((await call(removeUser, { method: 'DELETE', path, params, ...workspace })).status).toBe(204);

    expect(await shown()).toBeNull();
    expectProblem(await deleteFor(colleague.userId, workspace), 404, 'NOT_FOUND');
  });
});

describe('deleting the password reset of a user', () => {
  test('ends its token', async () => {
    await createFor(colleague.userId);
    const token = await emailedResetToken(colleague);

    expect(await deleteFor(colleague.userId)).toMatchObject({ status: 204, text: '' });
    expect(await shown()).toBeNull();
    expectProblem(await use(token), 422, 'VALIDATION_ERROR');
    expectProblem(await deleteFor(colleague.userId), 404, 'NOT_FOUND');
  });

  test('deletes its email, which is not sent', async () => {
    const { pk } = serviceEmailKey(workspace.workspaceId, '');
    expect((await createFor(colleague.userId)).status).toBe(201);
    const emails = async () => (await readStoredItems(pk)).filter(({ sk }) => String(sk).startsWith('sem_'));
    expect(await emails()).toHaveLength(1);

    expect((await deleteFor(colleague.userId)).status).toBe(204);
    expect(await emails()).toEqual([]);
  });

  test('is possible with an API key, but not for a member or a user of another workspace', async () => {
    await createFor(colleague.userId);
    const member = await newUser(workspace.workspaceId, { role: 'member' });
    const stranger = await newWorkspace();

    expectProblem(await deleteFor(colleague.userId, { cookie: await newCookie(member) }), 403, 'FORBIDDEN');
    expectProblem(await deleteFor(colleague.userId, stranger), 404, 'NOT_FOUND');
    expect((await deleteFor(colleague.userId, workspace)).status).toBe(204);
  });
});
