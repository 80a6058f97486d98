import { beforeEach, expect, test } from 'vitest';
import { findUserWorkspace } from '#lib/auth/stored-user.ts';
import { handler as accept } from '../../../functions/auth/accept-invitation.ts';
import { handler as sendTest } from '../../../functions/campaigns/test.ts';
import { handler as inviteUser } from '../../../functions/users/invite.ts';
import { handler as listInvitations } from '../../../functions/users/list-invitations.ts';
import { call, type TestReply } from '../../support/call.ts';
import { emailedToken } from '../../support/emailed-token.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addAccount, draftCampaign, uniqueEmail } from '../support/seed.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

let workspace: Workspace;
let victim: string;

beforeEach(async () => {
  workspace = await newWorkspace();
  victim = uniqueEmail();
});

const inviteTo = ({ apiKey }: Workspace): Promise<TestReply> =>
  call(inviteUser, {
    method: 'POST',
    path: '/users/invitations',
    body: { email: victim, role: 'owner' },
    apiKey,
  });
const acceptWith = (token: string) =>
  call(accept, {
    method: 'POST',
    path: '/auth/accept-invitation',
    sourceIp: uniqueSourceAddress(),
    body: { token, password: 'a new horse every day', name: 'Eve' },
  });

test('an API key cannot make a person a user, and cannot send this person test emails', async () => {
  const invitation = await inviteTo(workspace);
  const { apiKey } = workspace;
  const listed = await call(listInvitations, { method: 'GET', path: '/users/invitations', apiKey });
  expect([invitation.status, listed.status]).toEqual([201, 200]);
  expect(`${invitation.text}${listed.text}${JSON.stringify(invitation.headers)}`).not.toContain('oin_');

  await addAccount(workspace.workspaceId);
  const { id } = await draftCampaign(workspace.workspaceId);
  const reply = await call(sendTest, {
    method: 'POST',
    path: `/campaigns/${id}/test`,
    params: { id },
    body: { to: victim, contact: { email: victim } },
    apiKey,
  });
  expectProblem(reply, 422, 'VALIDATION_ERROR');
  expect(reply.body.error.details).toMatchObject([{ path: 'to' }]);
});

test('workspaces cannot occupy an address: who has it accepts the invitation of any of them', async () => {
  const other = await newWorkspace();
  const [first, second] = [await inviteTo(workspace), await inviteTo(other)];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(await findUserWorkspace(connected().table, victim)).toBeUndefined();

  expect((await acceptWith(await emailedToken(other.workspaceId, second.body))).status).toBe(201);
  expect(await findUserWorkspace(connected().table, victim)).toBe(other.workspaceId);
});

test('the response to an invitation does not state whether another workspace has the address', async () => {
  const other = await newWorkspace();
  const { body } = await inviteTo(other);
  const before = await inviteTo(workspace);
  await acceptWith(await emailedToken(other.workspaceId, body));
  const after = await inviteTo(workspace);

  expect([before.status, after.status]).toEqual([201, 201]);
  expect(Object.keys(after.body)).toEqual(Object.keys(before.body));
});
