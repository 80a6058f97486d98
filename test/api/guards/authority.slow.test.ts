import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { credentialKey } from '#lib/api-keys/items.ts';
import type { Contract } from '#lib/http/contract.ts';
import { endpoints } from '#lib/operations.ts';
import { handler as revokeKey } from '../../../functions/api-keys/revoke.ts';
import { handler as changePassword } from '../../../functions/auth/change-password.ts';
import { handler as removeUser } from '../../../functions/users/remove.ts';
import { handler as updateUser } from '../../../functions/users/update.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { type AuthorityEnd, authorityEnds, creations } from '../../../infra/openapi/prose/authority.ts';
import { call, type TestReply } from '../../support/call.ts';
import { useSender } from '../../support/emailed-token.ts';
import { startProvider, type TestProvider } from '../../support/oauth-provider.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser, type TestUser } from '../../support/users.ts';
import { useOwnResources } from '../../workers/support/own-resources.ts';
import { register } from '../connect/support/flow.ts';
import { create, type Principal, post } from '../support/creations.ts';
import { addAccount } from '../support/seed.ts';

/*
 * Each principal creates everything that gives access or has an effect later, and loses its authority in each possible way. Afterwards, what it created must
 * have ended, or an owner must find it with the id of its creator, as the table of the API document states.
 */

let provider: TestProvider;
let workspace: Workspace;
let colleague: TestUser;

beforeAll(async () => {
  await useOwnResources();
  provider = await startProvider();
  await register(provider);
  const { workspaceId } = await newWorkspace();
  await useSender(workspaceId, await addAccount(workspaceId));
});
beforeEach(async () => {
  workspace = await newWorkspace();
  colleague = await newUser(workspace.workspaceId);
});

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
    const { reply, use, found } = await create[name]({ workspace, colleague, provider }, principal);
    if (outcome === 'impossible') return expect([401, 403]).toContain(reply.status);
    expect([200, 201, 202, 204, 302]).toContain(reply.status);
    expect((await end(principal))?.status ?? 204).toBeLessThan(300);

    if (outcome === 'stays') expect(await found()).toContain(principal.id);
    const used = await use?.(principal.endsAt === undefined ? Date.now() : principal.endsAt + 1);
    const isUsable = used === undefined || used.status < 300;
    expect(isUsable, used?.text).toBe(outcome === 'stays');
  });
});

const inTable: readonly string[] = Object.values(creations).flatMap((each) => each.operations);

/** Operations that create neither access nor a later effect. Each key is the reason. */
const others: Readonly<Record<string, readonly string[]>> = {
  'it belongs to the workspace, not to its creator': [
    'campaigns.create',
    'campaigns.update',
    'campaigns.choose-winner',
    'companies.create',
    'companies.upsert',
    'companies.update',
    'contact-views.create',
    'contacts.create',
    'contacts.upsert',
    'contacts.update',
    'replies.update',
    'replies.resolve-answer',
    'snippets.create',
    'snippets.update',
    'workspaces.update',
  ],
  'its effect is one email, or deliveries to a webhook of the table': [
    'campaigns.preview',
    'campaigns.test',
    'webhooks.resend',
    'webhooks.test',
  ],
  'it ends something': [
    'api-keys.revoke',
    'auth.end-other-sessions',
    'auth.end-session',
    'auth.logout',
    'bulk-jobs.cancel',
    'campaigns.delete',
    'campaigns.pause',
    'contact-views.delete',
    'contacts.delete',
    'email-accounts.disconnect',
    'exports.delete',
    'snippets.delete',
    'users.delete-invitation',
    'users.delete-password-reset',
    'users.remove',
    'webhooks.delete',
    'webhooks.revoke-previous',
  ],
  'it sets the password of a user of the table': ['auth.change-password', 'auth.reset-password'],
  'a recipient calls it': [
    'tracking.click',
    'tracking.open',
    'tracking.unsubscribe',
    'tracking.unsubscribe-page',
  ],
};

/** A read operation only reads the table; its response has no secret. */
function mayCreate({ method, needs, revealsSecret }: Contract): boolean {
  const reads = ['table:read', 'logins:read', 'secrets:open', 'requests:count', 'oauth-clients:read'];

  return method !== 'GET' || revealsSecret === true || needs.some((need) => !reads.includes(need));
}

test('every operation that may create something is in the table, or is listed with the reason why it gives no access', () => {
  const creating = endpoints.filter(({ definition }) => mayCreate(definition)).map(({ name }) => name);

  expect([...inTable, ...Object.values(others).flat()].toSorted()).toEqual(creating.toSorted());
});

test('every operation of the table that takes long, or that reveals a secret, checks its caller again in its transaction', () => {
  // Invitations and resets check their creator when they are used; entries and recipients commit immediately, and the audit log names the author.
  const unchecked = endpoints.filter(({ definition }) => !definition.needs.includes('authority:check'));

  expect(unchecked.map(({ name }) => name).filter((name) => inTable.includes(name))).toEqual([
    'auth.login',
    'blocklist.create',
    'campaigns.update-recipients',
    'connect.begin',
    'exports.get',
    'users.create-password-reset',
    'users.invite',
  ]);
});

test('every change that ends the access of others, or that starts sending or a job, checks its caller again in its transaction', () => {
  const checked = endpoints.filter(({ definition }) => definition.needs.includes('authority:check'));

  expect(checked.map(({ name }) => name)).toEqual(
    expect.arrayContaining([
      'api-keys.revoke',
      'blocklist.delete',
      'bulk-jobs.create',
      'campaigns.start',
      'campaigns.test',
      'contacts.import',
      'email-accounts.disconnect',
      'email-accounts.update',
      'erasures.create',
      'exports.create',
      'replies.answer',
      'users.remove',
      'webhooks.enable',
      'webhooks.replay',
    ]),
  );
});
