import { expect, test } from 'vitest';
import { handler as accept } from '../../../functions/auth/accept-invitation.ts';
import { handler as remove } from '../../../functions/users/delete-invitation.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { invite } from '../support/seed.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

test('the token of a deleted invitation does not work', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const { id, token } = await invite(workspaceId);
  const target = { path: `/users/invitations/${id}`, params: { id }, apiKey };
  const reply = await call(remove, { method: 'DELETE', ...target });
  const accepted = await call(accept, {
    method: 'POST',
    path: '/auth/accept-invitation',
    sourceIp: uniqueSourceAddress(),
    body: { token, password: 'a long password' },
  });

  expect(reply.status).toBe(204);
  expectProblem(accepted, 422, 'VALIDATION_ERROR');
  expectProblem(await call(remove, { method: 'DELETE', ...target }), 404, 'NOT_FOUND');
});
