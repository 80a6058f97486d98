import { expect, test } from 'vitest';
import { handler as reset } from '../../../functions/auth/reset-password.ts';
import { handler as create } from '../../../functions/users/create-password-reset.ts';
import { createPasswordReset } from '../../../infra/admin/users.ts';
import { call } from '../../support/call.ts';
import { emailedResetToken } from '../../support/emailed-token.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';
import { readTableAsText } from '../support/table-dump.ts';

const post = (id: string, credential: { apiKey?: string; cookie?: string }) =>
  call(create, { method: 'POST', path: `/users/${id}/password-reset`, params: { id }, ...credential });
const use = (token: string) =>
  call(reset, {
    method: 'POST',
    path: '/auth/reset-password',
    sourceIp: uniqueSourceAddress(),
    body: { token, newPassword: 'a new horse every day' },
  });

test('an owner sends a user a token that no response has and the table has only as a hash', async () => {
  const { workspaceId } = await newWorkspace();
  const [owner, member] = [await newUser(workspaceId), await newUser(workspaceId, { role: 'member' })];
  const { status, body, text } = await post(member.userId, { cookie: await newCookie(owner) });
  const token = await emailedResetToken(member);

  expect(status).toBe(201);
  expect(body).toMatchObject({ createdBy: owner.userId });
  expect(token).toMatch(/^opr_[0-9A-Za-z]{75}$/);
  expect(text).not.toContain('opr_');
  expect(Date.parse(body.expiresAt)).toBeGreaterThan(Date.now() + 23 * 3_600_000);
  expect(await readTableAsText()).not.toContain(token.slice(31));
});

test('neither a member nor an API key can take over a user', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const [owner, member] = [await newUser(workspaceId), await newUser(workspaceId, { role: 'member' })];

  expectProblem(await post(owner.userId, { cookie: await newCookie(member) }), 403, 'FORBIDDEN');
  expectProblem(await post(owner.userId, { apiKey }), 401, 'UNAUTHORIZED');
});

test('a user of another workspace does not exist', async () => {
  const [mine, theirs] = [await newWorkspace(), await newWorkspace()];
  const cookie = await newCookie(await newUser(mine.workspaceId));
  const { userId } = await newUser(theirs.workspaceId);

  expectProblem(await post(userId, { cookie }), 404, 'NOT_FOUND');
});

test('a newer token replaces an earlier one, also when the operator creates it', async () => {
  const { workspaceId } = await newWorkspace();
  const [owner, other] = [await newUser(workspaceId), await newUser(workspaceId)];
  expect((await post(owner.userId, { cookie: await newCookie(other) })).status).toBe(201);
  const earlier = await emailedResetToken(owner);
  const { token } = await createPasswordReset(connected(), owner.email.toUpperCase());

  expectProblem(await use(earlier), 422, 'VALIDATION_ERROR');
  expect((await use(token)).status).toBe(204);
});
