import { beforeAll, describe, expect, test } from 'vitest';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as logout } from '../../../functions/auth/logout.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { uniqueEmail } from '../support/seed.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

const Host = 'api.customer.example';
const crossSiteHeaders: Record<string, string>[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'https://attacker.example' },
  { Origin: 'null' },
];
const sameSiteHeaders: Record<string, string>[] = [
  {},
  { 'Sec-Fetch-Site': 'same-origin' },
  { 'Sec-Fetch-Site': 'none' },
  { Origin: `https://${Host}` },
];

let workspace: Workspace;
let user: TestUser;
beforeAll(async () => {
  workspace = await newWorkspace();
  user = await newUser(workspace.workspaceId);
});

const create = (headers: Record<string, string>, credential: { apiKey?: string; cookie?: string }) =>
  call(createContact, {
    method: 'POST',
    path: '/contacts',
    body: { email: uniqueEmail() },
    headers: { Host, ...headers },
    ...credential,
  });

describe('a request from another site', () => {
  test.each(crossSiteHeaders)('%j cannot write with the cookie', async (headers) => {
    expectProblem(await create(headers, { cookie: await newCookie(user) }), 403, 'FORBIDDEN');
  });

  test.each(crossSiteHeaders)(
    '%j can write with a key, which browsers do not add automatically',
    async (headers) => {
      expect((await create(headers, { apiKey: workspace.apiKey })).status).toBe(201);
    },
  );

  test.each(crossSiteHeaders)('%j cannot log in, even with the correct password', async (headers) => {
    const reply = await call(login, {
      method: 'POST',
      path: '/auth/login',
      body: { email: user.email, password: user.password },
      headers: { Host, ...headers },
      sourceIp: uniqueSourceAddress(),
    });

    expectProblem(reply, 403, 'FORBIDDEN');
    expect(reply.headers).not.toHaveProperty('set-cookie');
  });

  test.each(crossSiteHeaders)('%j cannot log out', async (headers) => {
    const cookie = await newCookie(user);
    const end = (more: Record<string, string>) =>
      call(logout, { method: 'POST', path: '/auth/logout', cookie, headers: { Host, ...more } });

    expectProblem(await end(headers), 403, 'FORBIDDEN');
    expect((await end({})).status).toBe(204);
  });

  test('counts in the rate limit', async () => {
    const cookie = await newCookie(await newUser(workspace.workspaceId));
    const reply = await create({ 'Sec-Fetch-Site': 'cross-site' }, { cookie });

    expect(reply.headers['x-ratelimit-remaining']).toBe('199');
  });
});

describe('a request from the same site', () => {
  test.each(sameSiteHeaders)('%j can write with the cookie', async (headers) => {
    expect((await create(headers, { cookie: await newCookie(user) })).status).toBe(201);
  });
});
