import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { credentialKey } from '#lib/api-keys/items.ts';
import { endpoints } from '#lib/operations.ts';
import { handler as createKey } from '../../../functions/api-keys/create.ts';
import { handler as listKeys } from '../../../functions/api-keys/list.ts';
import { handler as revokeKey } from '../../../functions/api-keys/revoke.ts';
import { handler as acceptInvitation } from '../../../functions/auth/accept-invitation.ts';
import { handler as changePassword } from '../../../functions/auth/change-password.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as resetPassword } from '../../../functions/auth/reset-password.ts';
import { handler as readSession } from '../../../functions/auth/session.ts';
import { handler as connectMailbox } from '../../../functions/connect/smtp.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { handler as listAccounts } from '../../../functions/email-accounts/list.ts';
import { handler as createReset } from '../../../functions/users/create-password-reset.ts';
import { handler as invite } from '../../../functions/users/invite.ts';
import { handler as listUsers } from '../../../functions/users/list.ts';
import { handler as listInvitations } from '../../../functions/users/list-invitations.ts';
import { handler as removeUser } from '../../../functions/users/remove.ts';
import { handler as updateUser } from '../../../functions/users/update.ts';
import { handler as createWebhook } from '../../../functions/webhooks/create.ts';
import { handler as listWebhooks } from '../../../functions/webhooks/list.ts';
import { handler as updateWebhook } from '../../../functions/webhooks/update.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { type AuthorityEnd, authorityEnds, creations } from '../../../infra/openapi/prose/authority.ts';
import { call, type TestReply, type TestRequest } from '../../support/call.ts';
import { emailedResetToken, emailedToken } from '../../support/emailed-token.ts';
import { connected, newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import { cookieIn, newCookie, newUser, type TestUser } from '../../support/users.ts';
import { addWebhook, uniqueEmail } from '../support/seed.ts';
import { uniqueSourceAddress } from '../support/subject.ts';

/*
 * Each principal creates everything that gives access, and loses its authority in each possible way. Afterwards, what it created must
 * have ended, or an owner must find it with the id of its creator, as the table of the API document states.
 */

interface Principal {
  readonly id: string;
  readonly credential: { readonly cookie: string } | { readonly apiKey: string };
  /** Of a user. */
  readonly user?: TestUser;
  /** Of a key with an expiry, epoch milliseconds. */
  readonly endsAt?: number;
}

interface Created {
  readonly reply: TestReply;
  /** Uses it. @param at epoch milliseconds */
  readonly use?: (at: number) => Promise<TestReply>;
  /** The ids of the creators in the list of an owner. */
  readonly creators: () => Promise<unknown[]>;
}

let workspace: Workspace;
let colleague: TestUser;

beforeEach(async () => {
  workspace = await newWorkspace();
  colleague = await newUser(workspace.workspaceId);
});

const password = 'correct horse battery staple';
const post = (path: string, body: unknown, more: Partial<TestRequest> = {}): TestRequest => ({
  method: 'POST',
  path,
  body,
  ...more,
});
const listed = async (handler: typeof listKeys, path: string) =>
  (await call(handler, { method: 'GET', path, apiKey: workspace.apiKey })).body.data;
const fieldOf = (handler: typeof listKeys, path: string, field: string) => async () =>
  (await listed(handler, path)).map((each: Record<string, unknown>) => each[field]);

const create: Record<keyof typeof creations, (principal: Principal) => Promise<Created>> = {
  async session({ user }) {
    const { email = 'nobody@example.com', password: current = 'none' } = user ?? {};
    const reply = await call(
      login,
      post('/auth/login', { email, password: current }, { sourceIp: uniqueSourceAddress() }),
    );
    const cookie = cookieIn(reply) ?? '';

    return {
      reply,
      use: (at) => call(readSession, { method: 'GET', path: '/auth/session', cookie, at }),
      creators: fieldOf(listUsers, '/users', 'id'),
    };
  },
  async invitation({ credential }) {
    const reply = await call(
      invite,
      post('/users/invitations', { email: uniqueEmail(), role: 'owner' }, credential),
    );
    const token = reply.status === 201 ? await emailedToken(workspace.workspaceId, reply.body) : '';
    const body = { token, password, name: null };

    return {
      reply,
      use: (at) => call(acceptInvitation, post('/auth/accept-invitation', body, { at })),
      creators: fieldOf(listInvitations, '/users/invitations', 'createdBy'),
    };
  },
  async passwordReset({ credential }) {
    const params = { id: colleague.userId };
    const path = `/users/${params.id}/password-reset`;
    const reply = await call(createReset, { method: 'POST', path, params, ...credential });
    const token = reply.status === 201 ? await emailedResetToken(colleague) : '';
    const body = { token, newPassword: password };

    return {
      reply,
      use: (at) => call(resetPassword, post('/auth/reset-password', body, { at })),
      creators: async () =>
        (await listed(listUsers, '/users')).map(
          ({ passwordReset }: Record<string, Record<string, unknown> | null>) => passwordReset?.['createdBy'],
        ),
    };
  },
  async apiKey({ credential, endsAt }) {
    const expiresAt = endsAt === undefined ? null : new Date(endsAt).toISOString();
    const body = { name: 'created', scope: 'full-access', expiresAt };
    const reply = await call(createKey, post('/api-keys', body, credential));

    return {
      reply,
      use: (at) => call(listContacts, { method: 'GET', path: '/contacts', apiKey: reply.body.key, at }),
      creators: fieldOf(listKeys, '/api-keys', 'createdBy'),
    };
  },
  async webhook({ credential }) {
    const body = { url: 'https://receiver.example.com/hook', events: ['contact.created'] };

    return {
      reply: await call(createWebhook, post('/webhooks', body, credential)),
      creators: fieldOf(listWebhooks, '/webhooks', 'createdBy'),
    };
  },
  async changedWebhook({ credential }) {
    const { id } = await addWebhook(workspace.workspaceId);
    const body = { url: 'https://elsewhere.example.com/hook' };
    const request = { method: 'PATCH', path: `/webhooks/${id}`, params: { id }, body } as const;

    return {
      reply: await call(updateWebhook, { ...request, ...credential }),
      creators: fieldOf(listWebhooks, '/webhooks', 'createdBy'),
    };
  },
  async mailbox({ credential }) {
    const { smtp } = useStack().mail;
    const body = { email: uniqueEmail(), password, smtp: { ...smtp, secure: false }, imap: null };

    return {
      reply: await call(connectMailbox, post('/connect/smtp', body, credential)),
      creators: fieldOf(listAccounts, '/email-accounts', 'connectedBy'),
    };
  },
};

async function newOwner(): Promise<Principal> {
  const user = await newUser(workspace.workspaceId);

  return { id: user.userId, user, credential: { cookie: await newCookie(user) } };
}

async function newKey(endsAt?: number): Promise<Principal> {
  const expiresAt = endsAt === undefined ? null : new Date(endsAt).toISOString();
  const input = NewApiKey.parse({ name: 'creator', scope: 'full-access', expiresAt });
  const { id, key: apiKey } = await issueApiKey(connected(), workspace.workspaceId, input);

  return { id, credential: { apiKey }, ...(endsAt !== undefined && { endsAt }) };
}

type End = (principal: Principal) => Promise<TestReply | undefined>;
const ends: Record<AuthorityEnd, { readonly begin: () => Promise<Principal>; readonly end: End }> = {
  removed: {
    begin: newOwner,
    end: ({ id }) =>
      call(removeUser, { method: 'DELETE', path: `/users/${id}`, params: { id }, apiKey: workspace.apiKey }),
  },
  demoted: {
    begin: newOwner,
    end: ({ id }) =>
      call(updateUser, {
        method: 'PATCH',
        path: `/users/${id}`,
        params: { id },
        body: { role: 'viewer' },
        apiKey: workspace.apiKey,
      }),
  },
  sessionsEnded: {
    begin: newOwner,
    end: async ({ user, credential }) =>
      call(
        changePassword,
        post(
          '/auth/password',
          { currentPassword: user?.password, newPassword: randomUUID() },
          { ...credential, headers: { 'Sec-Fetch-Site': 'same-origin' } },
        ),
      ),
  },
  revoked: {
    begin: () => newKey(),
    end: ({ id }) =>
      call(revokeKey, {
        method: 'DELETE',
        path: `/api-keys/${id}`,
        params: { id },
        apiKey: workspace.apiKey,
      }),
  },
  expired: {
    begin: () => newKey(Date.now() + 60_000),
    // Its state at the end; the time of later requests is after it.
    async end({ id }) {
      await connected().table.update({ update: credentialKey(id), set: { validUntil: Date.now() } });

      return undefined;
    },
  },
};

describe.each(Object.keys(creations) as (keyof typeof creations)[])('%s', (name) => {
  test.each(Object.keys(authorityEnds) as AuthorityEnd[])('after its creator is %s', async (way) => {
    const outcome: string = creations[name].outcomes[way];
    const { begin, end } = ends[way];
    const principal = await begin();
    const { reply, use, creators } = await create[name](principal);
    if (outcome === 'impossible') return expect([401, 403]).toContain(reply.status);
    expect([200, 201]).toContain(reply.status);
    expect((await end(principal))?.status ?? 204).toBeLessThan(300);

    if (outcome === 'stays') expect(await creators()).toContain(principal.id);
    const used = await use?.(principal.endsAt === undefined ? Date.now() : principal.endsAt + 1);
    const isUsable = used === undefined || used.status < 300;
    expect(isUsable, used?.text).toBe(outcome === 'stays');
  });
});

test('every operation that reveals a secret, or connects a mailbox, is in the table', () => {
  const operations = endpoints
    .filter(({ name, definition }) => definition.revealsSecret || name.startsWith('connect.'))
    .map(({ name }) => name);
  const inTable: string[] = Object.values(creations).flatMap((each) => each.operations);

  expect(operations.filter((name) => !inTable.includes(name))).toEqual([]);
  // Invitations and resets check their creator when they are used.
  const unchecked = endpoints.filter(({ definition }) => !definition.needs.includes('authority:check'));
  expect(unchecked.map(({ name }) => name).filter((name) => inTable.includes(name))).toEqual([
    'auth.login',
    'connect.begin',
    'users.create-password-reset',
    'users.invite',
  ]);
  expect(inTable.filter((name) => !endpoints.some((endpoint) => endpoint.name === name))).toEqual([]);
});
