import { beforeEach, describe, expect, test } from 'vitest';
import { handler as revokeKey } from '../../../functions/api-keys/revoke.ts';
import { handler as accept } from '../../../functions/auth/accept-invitation.ts';
import { handler as endOtherSessions } from '../../../functions/auth/end-other-sessions.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as resetPassword } from '../../../functions/auth/reset-password.ts';
import { handler as createReset } from '../../../functions/users/create-password-reset.ts';
import { handler as invite } from '../../../functions/users/invite.ts';
import { handler as removeUser } from '../../../functions/users/remove.ts';
import { handler as updateUser } from '../../../functions/users/update.ts';
import { call } from '../../support/call.ts';
import { emailedResetToken, emailedToken } from '../../support/emailed-token.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { uniqueEmail } from '../support/seed.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

type Credential = { readonly apiKey?: string; readonly cookie?: string };

let workspace: Workspace;
let owner: TestUser;
let leaver: TestUser;
let colleague: TestUser;

beforeEach(async () => {
  workspace = await newWorkspace();
  [owner, leaver, colleague] = await Promise.all([
    newUser(workspace.workspaceId),
    newUser(workspace.workspaceId),
    newUser(workspace.workspaceId),
  ]);
});

const anyone = () => ({ method: 'POST', sourceIp: uniqueSourceAddress() }) as const;
const inviteAs = async (credential: Credential): Promise<string> => {
  const body = { email: uniqueEmail(), role: 'owner' };

  const reply = await call(invite, { method: 'POST', path: '/users/invitations', body, ...credential });

  return emailedToken(workspace.workspaceId, reply.body);
};
const resetAs = (credential: Credential, id: string) =>
  call(createReset, { method: 'POST', path: `/users/${id}/password-reset`, params: { id }, ...credential });
const useInvitation = (token: string) =>
  call(accept, {
    ...anyone(),
    path: '/auth/accept-invitation',
    body: { token, password: 'a new horse every day', name: 'Eve' },
  });
const useReset = (token: string) =>
  call(resetPassword, {
    ...anyone(),
    path: '/auth/reset-password',
    body: { token, newPassword: 'a new horse every day' },
  });
const logIn = ({ email, password }: TestUser) =>
  call(login, { ...anyone(), path: '/auth/login', body: { email, password } });

const ends: [string, (cookie: string) => Promise<{ status: number }>][] = [
  [
    'removed',
    (cookie) =>
      call(removeUser, {
        method: 'DELETE',
        path: `/users/${leaver.userId}`,
        params: { id: leaver.userId },
        cookie,
      }),
  ],
  [
    'demoted',
    (cookie) =>
      call(updateUser, {
        method: 'PATCH',
        path: `/users/${leaver.userId}`,
        params: { id: leaver.userId },
        body: { role: 'viewer' },
        cookie,
      }),
  ],
];

describe.each(ends)('after an owner was %s', (_, end) => {
  test('an invitation and a password reset by this owner are void', async () => {
    const cookie = await newCookie(leaver);
    const invitation = await inviteAs({ cookie });
    await resetAs({ cookie }, colleague.userId);
    const reset = await emailedResetToken(colleague);
    expect((await end(await newCookie(owner))).status).toBeLessThan(300);

    expectProblem(await useInvitation(invitation), 422, 'VALIDATION_ERROR');
    expectProblem(await useReset(reset), 422, 'VALIDATION_ERROR');
    expect((await logIn(colleague)).status).toBe(200);
  });
});

test('a demotion ends tokens permanently, even if the user becomes an owner again', async () => {
  const invitation = await inviteAs({ cookie: await newCookie(leaver) });
  const params = { id: leaver.userId };
  const change = async (role: string) =>
    call(updateUser, {
      method: 'PATCH',
      path: `/users/${params.id}`,
      params,
      body: { role },
      cookie: await newCookie(owner),
    });
  expect([(await change('viewer')).status, (await change('owner')).status]).toEqual([200, 200]);

  expectProblem(await useInvitation(invitation), 422, 'VALIDATION_ERROR');
  expect((await useInvitation(await inviteAs({ cookie: await newCookie(leaver) }))).status).toBe(201);
});

test('tokens of an owner work while the owner stays', async () => {
  const cookie = await newCookie(leaver);
  await resetAs({ cookie }, colleague.userId);
  const reset = await emailedResetToken(colleague);

  expect((await useInvitation(await inviteAs({ cookie }))).status).toBe(201);
  expect((await useReset(reset)).status).toBe(204);
});

test('an invitation by an API key is void after the key was revoked', async () => {
  const { apiKey } = workspace;
  const [first, second] = [await inviteAs({ apiKey }), await inviteAs({ apiKey })];
  expect((await useInvitation(first)).status).toBe(201);
  const id = `key_${apiKey.slice(4, 30)}`;
  const revoked = await call(revokeKey, {
    method: 'DELETE',
    path: `/api-keys/${id}`,
    params: { id },
    apiKey,
  });

  expect(revoked.status).toBe(204);
  expectProblem(await useInvitation(second), 422, 'VALIDATION_ERROR');
});

test('a session cannot reset its user’s password', async () => {
  const reply = await resetAs({ cookie: await newCookie(owner) }, owner.userId);

  expectProblem(reply, 422, 'VALIDATION_ERROR');
  expect(reply.body.error.message).toContain('POST /auth/password');
  expect((await logIn(owner)).status).toBe(200);
});

test('ending all other sessions also ends a reset token', async () => {
  await resetAs({ cookie: await newCookie(owner) }, colleague.userId);
  const token = await emailedResetToken(colleague);
  const cookie = await newCookie(colleague);
  const ended = await call(endOtherSessions, { method: 'DELETE', path: '/auth/sessions', cookie });

  expect(ended.status).toBe(204);
  expectProblem(await useReset(token), 422, 'VALIDATION_ERROR');
});
