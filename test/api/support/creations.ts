import { readLastAnswers } from '#lib/replies/answers/answers.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as createKey } from '../../../functions/api-keys/create.ts';
import { handler as listKeys } from '../../../functions/api-keys/list.ts';
import { handler as listEntries } from '../../../functions/audit-log/list.ts';
import { handler as acceptInvitation } from '../../../functions/auth/accept-invitation.ts';
import { handler as login } from '../../../functions/auth/login.ts';
import { handler as resetPassword } from '../../../functions/auth/reset-password.ts';
import { handler as readSession } from '../../../functions/auth/session.ts';
import { handler as addToBlocklist } from '../../../functions/blocklist/create.ts';
import { handler as createBulkJob } from '../../../functions/bulk-jobs/create.ts';
import { handler as startCampaign } from '../../../functions/campaigns/start.ts';
import { handler as beginConsent } from '../../../functions/connect/begin.ts';
import { handler as connectMailbox } from '../../../functions/connect/smtp.ts';
import { handler as importFile } from '../../../functions/contacts/import.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { handler as listAccounts } from '../../../functions/email-accounts/list.ts';
import { handler as updateAccount } from '../../../functions/email-accounts/update.ts';
import { handler as erase } from '../../../functions/erasures/create.ts';
import { handler as createExport } from '../../../functions/exports/create.ts';
import { handler as getExport } from '../../../functions/exports/get.ts';
import { handler as listExports } from '../../../functions/exports/list.ts';
import { handler as runExport } from '../../../functions/exports/run.ts';
import { handler as answer } from '../../../functions/replies/answer.ts';
import { handler as createReset } from '../../../functions/users/create-password-reset.ts';
import { handler as invite } from '../../../functions/users/invite.ts';
import { handler as listUsers } from '../../../functions/users/list.ts';
import { handler as listInvitations } from '../../../functions/users/list-invitations.ts';
import { handler as updateUser } from '../../../functions/users/update.ts';
import { handler as createWebhook } from '../../../functions/webhooks/create.ts';
import { handler as enable } from '../../../functions/webhooks/enable.ts';
import { handler as listWebhooks } from '../../../functions/webhooks/list.ts';
import { handler as replay } from '../../../functions/webhooks/replay.ts';
import { handler as rotateSecret } from '../../../functions/webhooks/rotate-secret.ts';
import { handler as updateWebhook } from '../../../functions/webhooks/update.ts';
import type { creations } from '../../../infra/openapi/prose/authority.ts';
import { call, type TestReply, type TestRequest } from '../../support/call.ts';
import { emailedResetToken, emailedToken } from '../../support/emailed-token.ts';
import type { TestProvider } from '../../support/oauth-provider.ts';
import { connected, useStack, type Workspace } from '../../support/stack.ts';
import { cookieIn, newCookie, newUser, type TestUser } from '../../support/users.ts';
import { consume } from '../../workers/support/invoke.ts';
import { finishAt } from '../connect/support/flow.ts';
import { addReply } from './replies.ts';
import {
  addAccount,
  addContact,
  addExport,
  addQuietAccount,
  addWebhook,
  draftCampaign,
  uniqueEmail,
} from './seed.ts';
import { uniqueSourceAddress } from './subject.ts';

export interface Principal {
  readonly id: string;
  readonly credential: { readonly cookie: string } | { readonly apiKey: string };
  /** Of a user. */
  readonly user?: TestUser;
  /** Of a key with an expiry, epoch milliseconds. */
  readonly endsAt?: number;
}

export interface Setting {
  readonly workspace: Workspace;
  readonly colleague: TestUser;
  readonly provider: TestProvider;
}

interface Created {
  readonly reply: TestReply;
  /** Uses it. @param at epoch milliseconds */
  readonly use?: (at: number) => Promise<Pick<TestReply, 'status' | 'text'>>;
  /** What an owner finds: the ids of creators, or of what was created. */
  readonly found: () => Promise<unknown[]>;
}

const password = 'correct horse battery staple';
export const post = (path: string, body: unknown, more: Partial<TestRequest> = {}): TestRequest => ({
  method: 'POST',
  path,
  body,
  ...more,
});
const listed = async (workspace: Workspace, handler: typeof listKeys, path: string) =>
  (await call(handler, { method: 'GET', path, apiKey: workspace.apiKey })).body.data;
const fieldOf = (workspace: Workspace, handler: typeof listKeys, path: string, field: string) => async () =>
  (await listed(workspace, handler, path)).map((each: Record<string, unknown>) => each[field]);

interface Entry {
  readonly actor: { readonly id: string };
  readonly resourceId: string;
}
const entriesOf = async (workspace: Workspace, operation: string): Promise<Entry[]> => {
  const query = { operation };
  const { apiKey } = workspace;

  return (await call(listEntries, { method: 'GET', path: '/audit-log', query, apiKey })).body.data;
};
const actorsOf = (workspace: Workspace, operation: string) => async () =>
  (await entriesOf(workspace, operation)).map(({ actor }) => actor.id);

/** A request with an effect later. The audit log names its author. */
const requested = async (
  workspace: Workspace,
  { credential }: Principal,
  handler: Parameters<typeof call>[0],
  operation: string,
  request: Omit<TestRequest, 'method'>,
): Promise<Created> => ({
  reply: await call(handler, { method: 'POST', ...request, ...credential }),
  found: actorsOf(workspace, operation),
});

export const create: Record<
  keyof typeof creations,
  (setting: Setting, principal: Principal) => Promise<Created>
> = {
  async session({ workspace }, { user }) {
    const { email = 'nobody@example.com', password: current = 'none' } = user ?? {};
    const reply = await call(
      login,
      post('/auth/login', { email, password: current }, { sourceIp: uniqueSourceAddress() }),
    );
    const cookie = cookieIn(reply) ?? '';

    return {
      reply,
      use: (at) => call(readSession, { method: 'GET', path: '/auth/session', cookie, at }),
      found: fieldOf(workspace, listUsers, '/users', 'id'),
    };
  },
  async invitation({ workspace }, { credential }) {
    const reply = await call(
      invite,
      post('/users/invitations', { email: uniqueEmail(), role: 'owner' }, credential),
    );
    const token = reply.status === 201 ? await emailedToken(workspace.workspaceId, reply.body) : '';
    const body = { token, password, name: null };

    return {
      reply,
      use: (at) => call(acceptInvitation, post('/auth/accept-invitation', body, { at })),
      found: fieldOf(workspace, listInvitations, '/users/invitations', 'createdBy'),
    };
  },
  async passwordReset({ workspace, colleague }, { credential }) {
    const params = { id: colleague.userId };
    const path = `/users/${params.id}/password-reset`;
    const reply = await call(createReset, { method: 'POST', path, params, ...credential });
    const token = reply.status === 201 ? await emailedResetToken(colleague) : '';
    const body = { token, newPassword: password };

    return {
      reply,
      use: (at) => call(resetPassword, post('/auth/reset-password', body, { at })),
      found: async () =>
        (await listed(workspace, listUsers, '/users')).map(
          ({ passwordReset }: Record<string, Record<string, unknown> | null>) => passwordReset?.['createdBy'],
        ),
    };
  },
  async apiKey({ workspace }, { credential, endsAt }) {
    const expiresAt = endsAt === undefined ? null : new Date(endsAt).toISOString();
    const body = { name: 'created', scope: 'full-access', expiresAt };
    const reply = await call(createKey, post('/api-keys', body, credential));

    return {
      reply,
      use: (at) => call(listContacts, { method: 'GET', path: '/contacts', apiKey: reply.body.key, at }),
      found: fieldOf(workspace, listKeys, '/api-keys', 'createdBy'),
    };
  },
  async webhook({ workspace }, { credential }) {
    const body = { url: 'https://receiver.example.com/hook', events: ['contact.created'] };

    return {
      reply: await call(createWebhook, post('/webhooks', body, credential)),
      found: fieldOf(workspace, listWebhooks, '/webhooks', 'createdBy'),
    };
  },
  async changedWebhook({ workspace }, { credential }) {
    const { id } = await addWebhook(workspace.workspaceId);
    const body = { url: 'https://elsewhere.example.com/hook' };
    const request = { method: 'PATCH', path: `/webhooks/${id}`, params: { id }, body } as const;

    return {
      reply: await call(updateWebhook, { ...request, ...credential }),
      found: fieldOf(workspace, listWebhooks, '/webhooks', 'createdBy'),
    };
  },
  async mailbox({ workspace }, { credential }) {
    const { smtp } = useStack().mail;
    const body = { email: uniqueEmail(), password, smtp: { ...smtp, secure: false }, imap: null };

    return {
      reply: await call(connectMailbox, post('/connect/smtp', body, credential)),
      found: fieldOf(workspace, listAccounts, '/email-accounts', 'connectedBy'),
    };
  },
  async user({ workspace }, { credential }) {
    const invited = await call(
      invite,
      post('/users/invitations', { email: uniqueEmail(), role: 'owner' }, credential),
    );
    if (invited.status !== 201) return { reply: invited, found: async () => [] };
    const token = await emailedToken(workspace.workspaceId, invited.body);
    const body = { token, password, name: null };
    const reply = await call(acceptInvitation, post('/auth/accept-invitation', body));
    const cookie = cookieIn(reply) ?? '';

    return {
      reply,
      use: (at) => call(readSession, { method: 'GET', path: '/auth/session', cookie, at }),
      async found() {
        const accepted = await entriesOf(workspace, 'POST /auth/accept-invitation');
        const resources = accepted.map(({ resourceId }) => resourceId);
        const invitations = await entriesOf(workspace, 'POST /users/invitations');

        return invitations
          .filter(({ resourceId }) => resources.includes(resourceId))
          .map(({ actor }) => actor.id);
      },
    };
  },
  async role({ workspace }, { credential }) {
    const { userId: id } = await newUser(workspace.workspaceId, { role: 'viewer' });
    const request = {
      method: 'PATCH',
      path: `/users/${id}`,
      params: { id },
      body: { role: 'owner' },
    } as const;

    return {
      reply: await call(updateUser, { ...request, ...credential }),
      found: actorsOf(workspace, 'PATCH /users/{id}'),
    };
  },
  async rotatedSecret({ workspace }, { credential }) {
    const { id } = await addWebhook(workspace.workspaceId);
    const request = { method: 'POST', path: `/webhooks/${id}/rotate-secret`, params: { id } } as const;

    return {
      reply: await call(rotateSecret, { ...request, ...credential }),
      found: fieldOf(workspace, listWebhooks, '/webhooks', 'secretCreatedBy'),
    };
  },
  async consentAttempt({ workspace, provider }, { user, credential }) {
    // In another session, so that the session of the principal can outlive it.
    const own = user ? { cookie: await newCookie(user) } : credential;
    const params = { provider: 'google' };
    const reply = await call(beginConsent, { method: 'GET', path: '/connect/google', params, ...own });
    if (reply.status !== 302) return { reply, found: async () => [] };
    provider.claims = { email: uniqueEmail(), email_verified: true };
    const { searchParams } = await provider.consent(reply.headers['location'] ?? '');
    const finish = (from: typeof own) => finishAt({ cookie: '', ...from }, searchParams);

    return {
      reply,
      async use() {
        const inItsSession = await finish(own);

        return inItsSession.status < 300 ? inItsSession : finish(credential);
      },
      found: fieldOf(workspace, listAccounts, '/email-accounts', 'connectedBy'),
    };
  },
  async accountSettings({ workspace }, { credential }) {
    const id = await addAccount(workspace.workspaceId);
    const body = { replyTo: uniqueEmail() };
    const request = { method: 'PATCH', path: `/email-accounts/${id}`, params: { id }, body } as const;

    return {
      reply: await call(updateAccount, { ...request, ...credential }),
      found: actorsOf(workspace, 'PATCH /email-accounts/{id}'),
    };
  },
  async downloadUrl({ workspace }, { id: principalId, credential }) {
    const { workspaceId } = workspace;
    const id = await addExport(workspaceId);
    await consume(runExport, [{ workspaceId, exportId: id }]);
    const request = { method: 'GET', path: `/exports/${id}`, params: { id } } as const;
    const reply = await call(getExport, { ...request, ...credential });
    const exports = fieldOf(workspace, listExports, '/exports', 'id');

    return {
      reply,
      async use() {
        const response = await fetch(reply.body.downloadUrl);

        return { status: response.status, text: await response.text() };
      },
      // The export has no creator: each caller may download it.
      found: async () => ((await exports()).includes(id) ? [principalId] : []),
    };
  },
  async answer({ workspace }, principal) {
    const { workspaceId } = workspace;
    const { replyId: id, ids } = await addReply(workspaceId);
    const path = `/replies/${id}/answer`;
    const body = { text: 'Gladly.' };
    const created = await requested(workspace, principal, answer, 'POST /replies/{id}/answer', {
      path,
      params: { id },
      body,
    });

    return {
      ...created,
      // It waits and is in the thread, where it can be cancelled.
      async use() {
        const { answers } = await readLastAnswers(connected().table, workspaceId, ids.contactId, 1);

        return { status: answers[0]?.status === 'queued' ? 200 : 404, text: '' };
      },
    };
  },
  async import({ workspace }, principal) {
    const rows = Array.from({ length: 1001 }, (_, at) => `row-${at}@rows.example`);
    const body = { csv: ['email', ...rows].join('\n') };

    return requested(workspace, principal, importFile, 'POST /contacts/import', {
      path: '/contacts/import',
      body,
    });
  },
  async bulkJob({ workspace }, principal) {
    const body = { action: 'add_tags', tags: ['a'], filter: { status: 'active' } };

    return requested(workspace, principal, createBulkJob, 'POST /bulk-jobs', { path: '/bulk-jobs', body });
  },
  async export({ workspace }, principal) {
    const body = { type: 'contacts', format: 'csv' };

    return requested(workspace, principal, createExport, 'POST /exports', { path: '/exports', body });
  },
  async erasure({ workspace }, principal) {
    const id = await addContact(workspace.workspaceId);
    const request = { path: `/contacts/${id}/erase`, params: { id } };

    return requested(workspace, principal, erase, 'POST /contacts/{id}/erase', request);
  },
  async suppression({ workspace }, principal) {
    const body = { value: `${newId('blk', Date.now()).toLowerCase().replace('_', '-')}.example` };

    return requested(workspace, principal, addToBlocklist, 'POST /blocklist', { path: '/blocklist', body });
  },
  async sending({ workspace }, principal) {
    const { workspaceId } = workspace;
    const { id } = await draftCampaign(workspaceId, {
      emailAccountIds: [await addQuietAccount(workspaceId)],
      contactIds: [await addContact(workspaceId)],
    });
    const request = { path: `/campaigns/${id}/start`, params: { id } };

    return requested(workspace, principal, startCampaign, 'POST /campaigns/{id}/start', request);
  },
  async replay({ workspace }, principal) {
    const { id } = await addWebhook(workspace.workspaceId);
    const body = { after: new Date(Date.now() - 60_000).toISOString() };
    const request = { path: `/webhooks/${id}/replay`, params: { id }, body };

    return requested(workspace, principal, replay, 'POST /webhooks/{id}/replay', request);
  },
  async release({ workspace }, principal) {
    const { id } = await addWebhook(workspace.workspaceId);
    const request = { path: `/webhooks/${id}/enable`, params: { id }, body: { replay: 'held' } };

    return requested(workspace, principal, enable, 'POST /webhooks/{id}/enable', request);
  },
};
