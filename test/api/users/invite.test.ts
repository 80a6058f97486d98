import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { planDisconnection } from '#lib/email-accounts/disconnect.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as inviteHandler } from '../../../functions/users/invite.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { addAccount, block, commitNow, uniqueEmail } from '../support/seed.ts';
import { expectProblem } from '../support/subject.ts';
import { readTableAsText } from '../support/table-dump.ts';

let workspace: Workspace;

const inviteAs = (
  body: object,
  credential: { apiKey?: string; cookie?: string; headers?: Record<string, string> } = workspace,
) => call(inviteHandler, { method: 'POST', path: '/users/invitations', body, ...credential });

beforeEach(async () => {
  workspace = await newWorkspace();
});

test('an owner gets a token that is returned once and stored only as a hash', async () => {
  const owner = await newUser(workspace.workspaceId);
  const email = uniqueEmail();
  const at = Date.now();
  const { status, body } = await inviteAs({ email, role: 'viewer' }, { cookie: await newCookie(owner) });

  expect(status).toBe(201);
  expect(body).toMatchObject({ email, role: 'viewer', createdBy: owner.userId });
  expect(body.token).toMatch(/^oin_[0-9A-Za-z]{101}$/);
  expect(Date.parse(body.expiresAt) - at).toBeGreaterThan(7 * 86_400_000 - 60_000);
  expect(await readTableAsText()).not.toContain(body.token.slice(60));
});

test('the response is the same for an address of another workspace’s user and for an unknown one', async () => {
  const elsewhere = await newUser((await newWorkspace()).workspaceId);
  const [known, unknown] = [
    await inviteAs({ email: elsewhere.email, role: 'member' }),
    await inviteAs({ email: uniqueEmail(), role: 'member' }),
  ];

  expect([known.status, unknown.status]).toEqual([201, 201]);
  expect(Object.keys(known.body)).toEqual(Object.keys(unknown.body));
});

test('an address of a user of the workspace is refused', async () => {
  const { email } = await newUser(workspace.workspaceId);
  const reply = await inviteAs({ email: email.toUpperCase(), role: 'member' });

  expectProblem(reply, 422, 'VALIDATION_ERROR');
  expect(reply.body.error.details).toMatchObject([{ path: 'email', rule: 'unique' }]);
});

test('a key with an expiry cannot invite, because the access would outlive it', async () => {
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  const input = NewApiKey.parse({ name: 'temporary', scope: 'full-access', expiresAt });
  const { key: apiKey } = await issueApiKey(connected(), workspace.workspaceId, input);

  expectProblem(await inviteAs({ email: uniqueEmail(), role: 'owner' }, { apiKey }), 403, 'FORBIDDEN');
});

test('a workspace has at most 100 open invitations', async () => {
  const at = Date.now();
  const invite = (number: number) =>
    call(inviteHandler, {
      method: 'POST',
      path: '/users/invitations',
      apiKey: workspace.apiKey,
      body: { email: uniqueEmail(), role: 'member' },
      at: at + number * 1000,
    });
  for (let number = 0; number < 100; number++) expect((await invite(number)).status).toBe(201);
  const refused = await invite(100);

  expectProblem(refused, 422, 'VALIDATION_ERROR');
  expect(refused.body.error.details).toMatchObject([{ rule: 'count' }]);
});

describe('an invitation by email', () => {
  const member = () => ({ email: uniqueEmail(), role: 'member' });
  const pageUrl = 'https://app.example.com/welcome';

  test('is queued from the account of the request', async () => {
    const emailAccountId = await addAccount(workspace.workspaceId);
    const { status, body } = await inviteAs({ ...member(), emailAccountId, pageUrl });

    expect(status).toBe(201);
    expect(body.invitationEmail).toEqual({
      emailAccountId,
      status: 'queued',
      error: null,
      smtpCode: null,
      sentAt: null,
    });
    expect(body.token).toMatch(/^oin_/);
    expect(await readTableAsText()).not.toContain(body.token.slice(60));
  });

  test('is not sent unless the request names an account', async () => {
    expect((await inviteAs(member())).body.invitationEmail).toBeNull();
  });

  test('needs a connected account of the workspace', async () => {
    const elsewhere = await addAccount((await newWorkspace()).workspaceId);
    const disconnected = await addAccount(workspace.workspaceId);
    const change = await planDisconnection(connected(), workspace.workspaceId, disconnected);
    await commitNow(workspace.workspaceId, change);
    const replies = [
      await inviteAs({ ...member(), emailAccountId: elsewhere }),
      await inviteAs({ ...member(), emailAccountId: disconnected }),
    ];

    expect(replies.map(({ status }) => status)).toEqual([422, 422]);
    expect(replies.map(({ body }) => body.error.details[0].path)).toEqual([
      'emailAccountId',
      'emailAccountId',
    ]);
  });

  test.each([
    'http://app.example.com',
    'javascript:alert(1)',
    'https://user:pass@app.example.com',
    'https://app.example.com/#elsewhere',
    'https://app.example.com/a b',
    `https://app.example.com/${'a'.repeat(500)}`,
    'welcome',
  ])('links only to an https page without credentials and fragment: %s', async (unsuitable) => {
    const emailAccountId = await addAccount(workspace.workspaceId);
    const reply = await inviteAs({ ...member(), emailAccountId, pageUrl: unsuitable });

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.body.error.details).toMatchObject([{ path: 'pageUrl' }]);
  });

  test('names no page without an account', async () => {
    const reply = await inviteAs({ ...member(), pageUrl });

    expect(reply.body.error.details).toMatchObject([{ path: 'pageUrl' }]);
  });

  test('is not sent to a blocklisted address, but to a user of a blocklisted domain', async () => {
    const emailAccountId = await addAccount(workspace.workspaceId);
    const blocked = uniqueEmail();
    const colleague = `ada@${newId('wsp', Date.now()).toLowerCase().replace('_', '-')}.example`;
    await block(workspace.workspaceId, blocked);
    await block(workspace.workspaceId, colleague.split('@')[1] ?? '');
    const invite = (email: string) => inviteAs({ email, role: 'member', emailAccountId });
    const refused = await invite(blocked);

    expect([refused.status, refused.body.error.details[0].path]).toEqual([422, 'emailAccountId']);
    expect((await invite(colleague)).status).toBe(201);
  });

  test('is limited to three per day to one address, even for concurrent requests', async () => {
    const emailAccountId = await addAccount(workspace.workspaceId);
    const email = uniqueEmail();
    const body = (number: number) => ({
      email: number % 2 ? email.toUpperCase() : email,
      role: 'member',
      emailAccountId,
    });
    const replies = await Promise.all([0, 1, 2, 3, 4].map((number) => inviteAs(body(number))));

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422]);
    expect((await inviteAs({ ...member(), emailAccountId })).status).toBe(201);
  });

  test('is limited to 50 per day in a workspace; a refused one creates no invitation', async () => {
    const emailAccountId = await addAccount(workspace.workspaceId);
    for (let number = 0; number < 50; number++) {
      expect((await inviteAs({ ...member(), emailAccountId })).status).toBe(201);
    }
    const { email, role } = member();
    const refused = await inviteAs({ email, role, emailAccountId });

    expectProblem(refused, 422, 'VALIDATION_ERROR');
    expect(refused.body.error.details).toMatchObject([{ path: 'emailAccountId', rule: 'count' }]);
    expect(await readTableAsText()).not.toContain(email);
    expect((await inviteAs({ email, role })).status).toBe(201);
  });

  test('is queued once for two requests with one Idempotency-Key', async () => {
    const emailAccountId = await addAccount(workspace.workspaceId);
    const email = uniqueEmail();
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { email, role: 'member', emailAccountId };
    const replies = await Promise.all([1, 2].map(() => inviteAs(body, { ...workspace, headers })));

    expect(new Set(replies.map(({ body: { id } }) => id)).size).toBe(1);
  });

  test('cannot be sent by a member', async () => {
    const cookie = await newCookie(await newUser(workspace.workspaceId, { role: 'member' }));
    const emailAccountId = await addAccount(workspace.workspaceId);

    expectProblem(await inviteAs({ ...member(), emailAccountId }, { cookie }), 403, 'FORBIDDEN');
  });
});
