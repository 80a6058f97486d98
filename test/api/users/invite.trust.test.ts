import { beforeEach, describe, expect, test } from 'vitest';
import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { handler as revokeKey } from '../../../functions/api-keys/revoke.ts';
import { handler as updateAccount } from '../../../functions/email-accounts/update.ts';
import { handler as createReset } from '../../../functions/users/create-password-reset.ts';
import { handler as inviteUser } from '../../../functions/users/invite.ts';
import { handler as removeUser } from '../../../functions/users/remove.ts';
import { handler as updateUser } from '../../../functions/users/update.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { addAccount, uniqueEmail } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';

type Credential = { readonly cookie: string } | { readonly apiKey: string };

let workspace: Workspace;
let emailAccountId: string;
let owner: TestUser;

beforeEach(async () => {
  workspace = await newWorkspace();
  emailAccountId = await addAccount(workspace.workspaceId);
  owner = await newUser(workspace.workspaceId);
});

const as = async (user: TestUser) => ({ cookie: await newCookie(user) });
const trust = (trusted: boolean, credential: Credential) =>
  call(updateAccount, {
    method: 'PATCH',
    path: `/email-accounts/${emailAccountId}`,
    params: { id: emailAccountId },
    body: { trusted },
    ...credential,
  });
const invite = (credential: Credential) =>
  call(inviteUser, {
    method: 'POST',
    path: '/users/invitations',
    body: { email: uniqueEmail(), role: 'member', emailAccountId },
    ...credential,
  });

function expectUntrusted(reply: Awaited<ReturnType<typeof invite>>) {
  expectProblem(reply, 422, 'VALIDATION_ERROR');
  expect(reply.body.error.details).toMatchObject([
    { path: 'emailAccountId', message: expect.stringContaining('is not trusted') },
  ]);
}

test('an email with a token leaves only from a trusted mailbox', async () => {
  const credential = await as(owner);
  expect((await trust(false, credential)).body.trustedBy).toBeNull();
  const { userId: id } = await newUser(workspace.workspaceId);
  const reset = () =>
    call(createReset, {
      method: 'POST',
      path: `/users/${id}/password-reset`,
      params: { id },
      body: { emailAccountId },
      ...credential,
    });

  expectUntrusted(await invite(credential));
  expectUntrusted(await reset());
  expect((await trust(true, credential)).body.trustedBy).toBe(owner.userId);
  expect([(await invite(credential)).status, (await reset()).status]).toEqual([201, 201]);
});

test.each(['member', 'viewer'] as const)('a %s cannot trust a mailbox', async (role) => {
  const credential = await as(await newUser(workspace.workspaceId, { role }));

  expectProblem(await trust(true, credential), 403, 'FORBIDDEN');
  expectProblem(await trust(false, credential), 403, 'FORBIDDEN');
});

describe('the trust ends', () => {
  const byUser = { method: 'DELETE', path: '/users/{id}' } as const;

  test('with the removal of the owner who gave it', async () => {
    const leaver = await newUser(workspace.workspaceId);
    await trust(true, await as(leaver));
    const id = leaver.userId;
    const { status } = await call(removeUser, { ...byUser, params: { id }, ...(await as(owner)) });

    expect(status).toBe(204);
    expectUntrusted(await invite(await as(owner)));
  });

  test('with the demotion of the owner who gave it, also after another promotion', async () => {
    const demoted = await newUser(workspace.workspaceId);
    await trust(true, await as(demoted));
    const id = demoted.userId;
    const setRole = async (role: string) =>
      call(updateUser, {
        method: 'PATCH',
        path: `/users/${id}`,
        params: { id },
        body: { role },
        ...(await as(owner)),
      });
    await setRole('viewer');
    expectUntrusted(await invite(await as(owner)));
    await setRole('owner');

    expectUntrusted(await invite(await as(owner)));
  });

  test('with the revocation of the API key that gave it', async () => {
    const input = NewApiKey.parse({ name: 'temporary', scope: 'full-access' });
    const { id, key: apiKey } = await issueApiKey(connected(), workspace.workspaceId, input);
    expect((await trust(true, { apiKey })).body.trustedBy).toBe(id);
    expect((await invite(workspace)).status).toBe(201);
    await call(revokeKey, { method: 'DELETE', path: `/api-keys/${id}`, params: { id }, ...workspace });

    expectUntrusted(await invite(workspace));
  });
});
