import { expect, test } from 'vitest';
import { invitationKey } from '#lib/users/items.ts';
import { handler as accept } from '../../../functions/auth/accept-invitation.ts';
import { handler as list } from '../../../functions/users/list-invitations.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { invite } from '../support/seed.ts';
import { uniqueSourceAddress } from '../support/subject.ts';

test('lists open invitations without their tokens, and omits accepted and expired ones', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const [accepted, expired, open] = [
    await invite(workspaceId),
    await invite(workspaceId),
    await invite(workspaceId),
  ];
  await call(accept, {
    method: 'POST',
    path: '/auth/accept-invitation',
    sourceIp: uniqueSourceAddress(),
    body: { token: accepted.token, password: 'a long password' },
  });
  await connected().table.update({
    update: invitationKey(workspaceId, expired.id),
    set: { expiresAt: Date.now() - 1 },
  });
  const reply = await call(list, { method: 'GET', path: '/users/invitations', apiKey });
  const { token, ...invitation } = open;

  // The stack may have sent the email.
  expect(reply.body.data).toEqual([{ ...invitation, invitationEmail: expect.any(Object) }]);
  expect(reply.text).not.toContain(token);
});
