import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as inviteHandler } from '../../../functions/users/invite.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { call } from '../../support/call.ts';
import { emailedToken } from '../../support/emailed-token.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { dayMs, setClock } from '../../workers/support/clock.ts';
import { block, uniqueEmail } from '../support/seed.ts';
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

test('an owner invites a person for seven days', async () => {
  const owner = await newUser(workspace.workspaceId);
  const email = uniqueEmail();
  const at = Date.now();
  const { status, body } = await inviteAs({ email, role: 'viewer' }, { cookie: await newCookie(owner) });

  expect(status).toBe(201);
  expect(body).toMatchObject({ email, role: 'viewer', createdBy: owner.userId });
  expect(body).not.toHaveProperty('token');
  expect(Date.parse(body.expiresAt) - at).toBeGreaterThan(7 * 86_400_000 - 60_000);
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
  const begin = Date.now();
  const invite = (number: number) => {
    setClock(begin + Math.floor(number / 50) * dayMs + number * 1000);

    return inviteAs({ email: uniqueEmail(), role: 'member' });
  };
  // At most 50 emails are sent in a day.
  for (let number = 0; number < 100; number++) expect((await invite(number)).status).toBe(201);
  const refused = await invite(100);

  expectProblem(refused, 422, 'VALIDATION_ERROR');
  expect(refused.body.error.details).toMatchObject([{ rule: 'count' }]);
});

describe('its email', () => {
  const member = () => ({ email: uniqueEmail(), role: 'member' });

  test('is queued, and no response has its token', async () => {
    const { status, body, text } = await inviteAs(member());
    const token = await emailedToken(workspace.workspaceId, body);

    expect(status).toBe(201);
    expect(body.invitationEmail).toEqual({ status: 'queued', error: null, sentAt: null });
    expect(token).toMatch(/^oin_[0-9A-Za-z]{101}$/);
    expect(text).not.toContain('oin_');
    expect(await readTableAsText()).not.toContain(token.slice(60));
  });

  test('is not sent to a blocklisted address, but to a user of a blocklisted domain', async () => {
    const blocked = uniqueEmail();
    const colleague = `ada@${newId('wsp', Date.now()).toLowerCase().replace('_', '-')}.example`;
    await block(workspace.workspaceId, blocked);
    await block(workspace.workspaceId, colleague.split('@')[1] ?? '');
    const invite = (email: string) => inviteAs({ email, role: 'member' });
    const refused = await invite(blocked);

    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      expect.stringContaining('is blocklisted'),
    ]);
    expect((await invite(colleague)).status).toBe(201);
  });

  test('is limited to three per day to one address, even for concurrent requests', async () => {
    const email = uniqueEmail();
    const body = (number: number) => ({ email: number % 2 ? email.toUpperCase() : email, role: 'member' });
    const replies = await Promise.all([0, 1, 2, 3, 4].map((number) => inviteAs(body(number))));

    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 201, 422, 422]);
    expect((await inviteAs(member())).status).toBe(201);
  });

  test('is limited to 50 per day in a workspace; a refused one creates no invitation', async () => {
    for (let number = 0; number < 50; number++) expect((await inviteAs(member())).status).toBe(201);
    const { email, role } = member();
    const refused = await inviteAs({ email, role });

    expectProblem(refused, 422, 'VALIDATION_ERROR');
    expect(refused.body.error.details).toMatchObject([{ rule: 'count' }]);
    expect(await readTableAsText()).not.toContain(email);
  });

  test('is queued once for two requests with one Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = member();
    const replies = await Promise.all([1, 2].map(() => inviteAs(body, { ...workspace, headers })));

    expect(new Set(replies.map(({ body: { id } }) => id)).size).toBe(1);
  });

  test('cannot be sent by a member', async () => {
    const cookie = await newCookie(await newUser(workspace.workspaceId, { role: 'member' }));

    expectProblem(await inviteAs(member(), { cookie }), 403, 'FORBIDDEN');
  });

  test('names no page and no account of the request', async () => {
    const replies = [
      await inviteAs({ ...member(), pageUrl: 'https://app.example.com/welcome' }),
      await inviteAs({ ...member(), emailAccountId: newId('acc', 1) }),
    ];

    expect(replies.map(({ body }) => body.error.details[0])).toMatchObject([
      { path: 'pageUrl', rule: 'unknown_field' },
      { path: 'emailAccountId', rule: 'unknown_field' },
    ]);
  });
});
