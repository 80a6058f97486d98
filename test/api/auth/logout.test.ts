import { beforeAll, expect, test } from 'vitest';
import { handler as logout } from '../../../functions/auth/logout.ts';
import { handler as session } from '../../../functions/auth/session.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { expectHeaders, expectProblem, uniqueSourceAddress } from '../support/subject.ts';

let workspace: Workspace;
let user: TestUser;
const post = (cookie: string | undefined, changes: Partial<TestRequest> = {}) =>
  call(logout, { method: 'POST', path: '/auth/logout', cookie, sourceIp: uniqueSourceAddress(), ...changes });
const show = (cookie: string) =>
  call(session, { method: 'GET', path: '/auth/session', cookie, sourceIp: uniqueSourceAddress() });

beforeAll(async () => {
  workspace = await newWorkspace();
  user = await newUser(workspace.workspaceId);
});

test('a session ends immediately, its cookie is cleared, and other sessions of the user continue', async () => {
  const [mine, other] = [await newCookie(user), await newCookie(user)];
  const reply = await post(mine);

  expect(reply).toMatchObject({ status: 204, text: '' });
  expect(reply.headers['set-cookie']).toMatch(/^__Host-outreach_session=; Max-Age=0; Path=\/;/);
  expectHeaders(reply);
  expectProblem(await show(mine), 401, 'UNAUTHORIZED');
  expectProblem(await post(mine), 401, 'UNAUTHORIZED');
  expect((await show(other)).status).toBe(200);
});

test('no request is accepted after the response, even with requests in flight', async () => {
  const cookie = await newCookie(user);
  const before = Array.from({ length: 30 }, () => show(cookie));
  await post(cookie);
  const after = await Promise.all(Array.from({ length: 50 }, () => show(cookie)));
  await Promise.all(before);

  expect(after.map(({ status }) => status)).toEqual(Array(50).fill(401));
  expect((await show(cookie)).status).toBe(401);
});

test('an API key is rejected', async () => {
  const reply = await post(undefined, { apiKey: workspace.apiKey });

  expectProblem(reply, 401, 'UNAUTHORIZED');
  expect(reply.body.error.message).toContain('does not accept API keys');
  // With both a key and a cookie, the key is used.
  expect((await post(await newCookie(user), { apiKey: workspace.apiKey })).status).toBe(401);
});

test('accepts no body and no query', async () => {
  const cookie = await newCookie(user);

  expectProblem(await post(cookie, { body: { all: true } }), 422, 'VALIDATION_ERROR');
  expectProblem(await post(cookie, { query: { all: '1' } }), 422, 'VALIDATION_ERROR');
  expect((await show(cookie)).status).toBe(200);
});
