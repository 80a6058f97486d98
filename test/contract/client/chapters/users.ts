import { expect } from 'vitest';
import { bodyOf } from '../../../support/answer.ts';
import { emailedResetToken, emailedToken } from '../../../support/emailed-token.ts';
import { newCookie, newUser } from '../../../support/users.ts';
import { type Customer, logIn, readAll } from '../typed-client.ts';

const newPassword = 'a new horse every day';
/** Requests without a credential. */
const anonymous = { Authorization: null };

/** Invites users, deletes an invitation and accepts another one. */
export async function inviteUsers({ api, workspace }: Customer): Promise<void> {
  const invited: { id: string; email: string }[] = [];
  for (const name of ['one', 'two', 'three']) {
    const body = { email: `${name}-${workspace.workspaceId}@example.com`, role: 'member' as const };
    invited.push(bodyOf(await api.POST('/users/invitations', { body })));
  }
  const readOpen = () => readAll((page) => api.GET('/users/invitations', { params: { query: page } }));
  const [first, second, third] = invited;
  const open = await readOpen();
  expect(open.map(({ id }) => id).sort()).toEqual(invited.map(({ id }) => id).sort());
  const path = { id: first?.id ?? '' };
  expect((await api.DELETE('/users/invitations/{id}', { params: { path } })).response.status).toBe(204);

  if (!second) throw new Error('expected three invitations');
  const token = await emailedToken(workspace.workspaceId, second);
  const body = { token, password: newPassword, name: 'Grace' };
  const accepted = await api.POST('/auth/accept-invitation', { headers: anonymous, body });
  expect(bodyOf(accepted)).toMatchObject({
    workspaceId: workspace.workspaceId,
    user: { name: 'Grace', role: 'member' },
  });
  expect((await readOpen()).map(({ id }) => id)).toEqual([third?.id]);
}

/** Lists, changes and removes users. A session of an owner resets the password of another user. */
export async function manageUsers(customer: Customer): Promise<void> {
  const { api, workspace } = customer;
  const owner = await newUser(workspace.workspaceId);
  const member = await newUser(workspace.workspaceId, { role: 'member' });
  const users = await readAll((page) => api.GET('/users', { params: { query: page } }));
  expect(users.map(({ id }) => id).sort()).toEqual([owner.userId, member.userId].sort());

  const params = { path: { id: member.userId } };
  const body = { name: 'Grace', role: 'viewer' as const };
  expect(bodyOf(await api.PATCH('/users/{id}', { params, body }))).toMatchObject(body);
  expect(bodyOf(await api.GET('/users/{id}', { params }))).toMatchObject({ ...body, email: member.email });

  const { headers } = await logIn(customer, owner);
  bodyOf(await api.POST('/users/{id}/password-reset', { headers, params }));
  expect(bodyOf(await api.GET('/users/{id}', { params })).passwordReset?.createdBy).toBe(owner.userId);
  expect((await api.DELETE('/users/{id}/password-reset', { params })).response.status).toBe(204);
  bodyOf(await api.POST('/users/{id}/password-reset', { headers, params }));
  const token = await emailedResetToken(member);
  const reset = { headers: anonymous, body: { token, newPassword } };
  expect((await api.POST('/auth/reset-password', reset)).response.status).toBe(204);
  const { session } = await logIn(customer, { ...member, password: newPassword });
  expect(session.user).toMatchObject({ id: member.userId, role: 'viewer' });

  expect((await api.DELETE('/users/{id}', { params })).response.status).toBe(204);
  expect((await api.GET('/users/{id}', { params })).error?.error.code).toBe('NOT_FOUND');
}

/** Reads and changes the settings of the workspace. */
export async function manageWorkspace({ api }: Customer): Promise<void> {
  const body = { postalAddress: '12 Mill Lane\nCambridge' };
  expect(bodyOf(await api.GET('/workspace')).postalAddress).toBeNull();
  expect(bodyOf(await api.PATCH('/workspace', { body }))).toMatchObject(body);
}

/** Lists and ends sessions of a user, who then changes the password. */
export async function manageSessions(customer: Customer): Promise<void> {
  const { api, workspace } = customer;
  const user = await newUser(workspace.workspaceId);
  const { headers } = await logIn(customer, user);
  // Without logins, because a source address has ten per minute.
  for (let count = 0; count < 3; count++) await newCookie(user);
  // The list has one page.
  const readSessions = async () => bodyOf(await api.GET('/auth/sessions', { headers })).data;
  const others = (await readSessions()).filter(({ isCurrent }) => !isCurrent);
  expect(others.length).toBe(3);

  const params = { path: { id: others[0]?.id ?? '' } };
  expect((await api.DELETE('/auth/sessions/{id}', { headers, params })).response.status).toBe(204);
  expect((await readSessions()).length).toBe(3);
  expect((await api.DELETE('/auth/sessions', { headers })).response.status).toBe(204);
  expect((await readSessions()).map(({ isCurrent }) => isCurrent)).toEqual([true]);

  const body = { currentPassword: user.password, newPassword };
  expect((await api.POST('/auth/password', { headers, body })).response.status).toBe(204);
  const { session } = await logIn(customer, { ...user, password: newPassword });
  expect(session.user.id).toBe(user.userId);
}

/** Finds a change with its author. */
export async function readAuditLog({ api }: Customer): Promise<void> {
  const { id } = bodyOf(await api.POST('/companies', { body: { name: 'Acme' } }));
  const params = { path: { id } };
  bodyOf(await api.PATCH('/companies/{id}', { params, body: { industry: 'Tools' } }));
  bodyOf(await api.POST('/companies', { body: { name: 'Initech' } }));
  const entries = await readAll((page) =>
    api.GET('/audit-log', { params: { query: { ...page, resourceId: id } } }),
  );

  expect(entries.map(({ operation, actor, fields }) => [operation, actor.type, fields])).toEqual([
    ['PATCH /companies/{id}', 'api_key', ['industry']],
    ['POST /companies', 'api_key', expect.arrayContaining(['name'])],
  ]);
}
