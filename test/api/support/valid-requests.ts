import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { newId } from '#lib/values/ids.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { acceptingUrl } from '../../support/accepting-endpoint.ts';
import type { TestRequest } from '../../support/call.ts';
import { connected, useStack } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { addSentEmail, tokenOf } from './links.ts';
import {
  addAccount,
  addCompany,
  addContact,
  addHeldDelivery,
  addImport,
  addQuietAccount,
  addQuietCampaign,
  addWebhook,
  block,
  draftCampaign,
  oneStep,
  rotateSecret,
  startCampaign,
  uniqueEmail,
} from './seed.ts';

type ValidRequest = Pick<TestRequest, 'path' | 'params' | 'query' | 'body' | 'cookie' | 'headers'>;

/** For each operation, a request that succeeds in this workspace; creates the fixtures that it needs. */
export const validRequests: Readonly<Record<string, (workspaceId: string) => Promise<ValidRequest>>> = {
  'activity.list': async () => ({ path: '/activity', query: { limit: '10' } }),
  'api-keys.create': async () => ({ path: '/api-keys', body: { name: 'ci', scope: 'read-only' } }),
  'api-keys.list': async () => ({ path: '/api-keys' }),
  'api-keys.revoke': async (workspaceId) => {
    const input = NewApiKey.parse({ name: 'to be revoked', scope: 'full-access' });
    const { id } = await issueApiKey(connected(), workspaceId, input);

    return { path: `/api-keys/${id}`, params: { id } };
  },
  'auth.login': async (workspaceId) => {
    const { email, password } = await newUser(workspaceId);

    return { path: '/auth/login', body: { email, password } };
  },
  'auth.logout': async (workspaceId) => ({ path: '/auth/logout', ...(await withSession(workspaceId)) }),
  'auth.session': async (workspaceId) => ({ path: '/auth/session', ...(await withSession(workspaceId)) }),
  'blocklist.create': async () => ({ path: '/blocklist', body: { value: uniqueEmail(), note: 'by phone' } }),
  'blocklist.list': async (workspaceId) => {
    await block(workspaceId, uniqueEmail());

    return { path: '/blocklist', query: { limit: '5' } };
  },
  'blocklist.delete': async (workspaceId) => {
    const { id } = await block(workspaceId, uniqueEmail());

    return { path: `/blocklist/${id}`, params: { id } };
  },
  'campaigns.create': async (workspaceId) => ({
    path: '/campaigns',
    body: {
      name: 'Spring',
      description: 'first contact',
      steps: oneStep,
      emailAccountIds: [await addQuietAccount(workspaceId)],
      contactIds: [],
    },
  }),
  'campaigns.list': async (workspaceId) => {
    await addQuietCampaign(workspaceId);

    return { path: '/campaigns', query: { limit: '5' } };
  },
  'campaigns.update': async (workspaceId) => {
    const { id } = await draftCampaign(workspaceId);

    return {
      path: `/campaigns/${id}`,
      params: { id },
      body: { name: 'Summer', steps: oneStep, unsubscribe: { text: 'No more' }, tags: ['warm'] },
    };
  },
  'campaigns.delete': async (workspaceId) => {
    const { id } = await draftCampaign(workspaceId, { tags: ['cold'] });

    return { path: `/campaigns/${id}`, params: { id } };
  },
  'campaigns.get': async (workspaceId) => {
    const { id } = await addQuietCampaign(workspaceId);

    return { path: `/campaigns/${id}`, params: { id } };
  },
  'campaigns.pause': async (workspaceId) => {
    const { id } = await addQuietCampaign(workspaceId);
    await startCampaign(workspaceId, id);

    return { path: `/campaigns/${id}/pause`, params: { id } };
  },
  'campaigns.start': async (workspaceId) => {
    const { id } = await addQuietCampaign(workspaceId);

    return { path: `/campaigns/${id}/start`, params: { id } };
  },
  'campaigns.list-recipients': async (workspaceId) => {
    const { id } = await addQuietCampaign(workspaceId);

    return { path: `/campaigns/${id}/recipients`, params: { id }, query: { limit: '5' } };
  },
  'campaigns.preview': async (workspaceId) => {
    const contactId = await addContact(workspaceId);
    const { id } = await addQuietCampaign(workspaceId);

    return { path: `/campaigns/${id}/preview`, params: { id }, body: { contactId } };
  },
  'campaigns.test': async (workspaceId) => {
    const contactId = await addContact(workspaceId);
    const { id } = await addQuietCampaign(workspaceId);
    const { email: to } = await newUser(workspaceId);

    return { path: `/campaigns/${id}/test`, params: { id }, body: { contactId, to } };
  },
  'companies.create': async () => ({
    path: '/companies',
    body: { name: 'Acme', domain: 'acme.com', city: 'Bonn', tags: ['customer'] },
  }),
  'companies.get': async (workspaceId) => {
    const id = await addCompany(workspaceId);

    return { path: `/companies/${id}`, params: { id } };
  },
  'companies.list': async (workspaceId) => {
    await addCompany(workspaceId);

    return { path: '/companies', query: { limit: '5' } };
  },
  'companies.update': async (workspaceId) => {
    const id = await addCompany(workspaceId);

    return { path: `/companies/${id}`, params: { id }, body: { name: 'Acme Ltd', domain: 'acme.com' } };
  },
  // No OAuth client is registered, so that the request has no redirect; test/api/connect tests the successful
  // case.
  'connect.begin': async (workspaceId) => ({
    path: '/connect/google',
    params: { provider: 'google' },
    ...(await withSession(workspaceId)),
  }),
  'connect.finish': async (workspaceId) => ({
    path: '/connect/google/callback',
    params: { provider: 'google' },
    query: { state: 'of-nobody' },
    ...(await withSession(workspaceId)),
  }),
  'connect.smtp': async (workspaceId) => {
    const { smtp, imap } = useStack().mail;
    const servers = { smtp: { ...smtp, secure: false }, imap: { ...imap, secure: false } };
    const body = { email: uniqueEmail(), password: 'any-code-verifier', ...servers, fromName: 'Ann' };

    return { path: '/connect/smtp', body, ...(await withSession(workspaceId)) };
  },
  'contacts.create': async (workspaceId) => ({
    path: '/contacts',
    body: {
      ...{ email: uniqueEmail(), firstName: 'Ann', tags: ['vip'], customFields: { plan: 'pro' } },
      campaignIds: [(await draftCampaign(workspaceId)).id],
    },
  }),
  'contacts.get': async (workspaceId) => {
    const id = await addContact(workspaceId);

    return { path: `/contacts/${id}`, params: { id } };
  },
  'contacts.import': async () => ({
    path: '/contacts/import',
    body: {
      csv: `email,first name,level\n${uniqueEmail()},Ann,1\n${uniqueEmail()},Bob,2\n`,
      options: { onDuplicate: 'skip', tags: ['lead', 'spring'], mapping: { level: 'custom.stage' } },
    },
  }),
  'contacts.list-campaigns': async (workspaceId) => {
    const id = await addContact(workspaceId);

    return { path: `/contacts/${id}/campaigns`, params: { id }, query: { limit: '5' } };
  },
  'contacts.get-import': async (workspaceId) => {
    const id = await addImport(workspaceId);

    return { path: `/contacts/imports/${id}`, params: { id } };
  },
  'contacts.list': async (workspaceId) => {
    await addContact(workspaceId);

    return { path: '/contacts', query: { limit: '5' } };
  },
  'health.get': async () => ({ path: '/health' }),
  'docs.openapi': async () => ({ path: '/openapi.json' }),
  'docs.root': async () => ({ path: '/' }),
  'docs.page': async () => ({ path: '/docs' }),
  'email-accounts.disconnect': async (workspaceId) => {
    const id = await addAccount(workspaceId);

    return { path: `/email-accounts/${id}`, params: { id } };
  },
  'email-accounts.get': async (workspaceId) => {
    const id = await addAccount(workspaceId);

    return { path: `/email-accounts/${id}`, params: { id } };
  },
  'email-accounts.list': async (workspaceId) => {
    await addAccount(workspaceId);

    return { path: '/email-accounts', query: { limit: '5', status: 'connected' } };
  },
  'email-accounts.update': async (workspaceId) => {
    const id = await addAccount(workspaceId);
    const rampUp = { enabled: true, startPerDay: 5, increment: 5 };
    const body = { fromName: 'Ann', signatureHtml: '<p>Ann</p>', timezone: 'Europe/Berlin', rampUp };

    return { path: `/email-accounts/${id}`, params: { id }, body };
  },
  'dashboard.stats': async () => ({ path: '/dashboard/stats', query: { granularity: 'week' } }),
  'contacts.update': async (workspaceId) => {
    const id = await addContact(workspaceId, { tags: ['old'] });

    return {
      path: `/contacts/${id}`,
      params: { id },
      body: {
        ...{ firstName: 'Anna', jobTitle: 'CEO', tags: ['vip'] },
        addCampaignIds: [(await draftCampaign(workspaceId)).id],
        removeCampaignIds: [(await draftCampaign(workspaceId)).id],
      },
    };
  },
  'contacts.delete': async (workspaceId) => {
    const id = await addContact(workspaceId, { tags: ['vip'] });

    return { path: `/contacts/${id}`, params: { id } };
  },
  'tracking.open': async (workspaceId) => withToken('/t/o', await linkOf(workspaceId, 'open')),
  'tracking.click': async (workspaceId) =>
    withToken('/t/c', await linkOf(workspaceId, { target: 'https://www.example.com/' })),
  'tracking.unsubscribe-page': async (workspaceId) =>
    withToken('/u', await linkOf(workspaceId, 'unsubscribe')),
  'tracking.unsubscribe': async (workspaceId) => ({
    ...withToken('/u', await linkOf(workspaceId, 'unsubscribe')),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  }),
  'webhooks.create': async () => ({
    path: '/webhooks',
    body: { url: 'https://hooks.example.com/in', events: ['email.sent'], description: 'ours' },
  }),
  'webhooks.delete': async (workspaceId) => {
    const { id } = await addWebhook(workspaceId);

    return { path: `/webhooks/${id}`, params: { id } };
  },
  'webhooks.enable': async (workspaceId) => {
    const { id } = await addWebhook(workspaceId);

    return { path: `/webhooks/${id}/enable`, params: { id }, body: { replay: 'held' } };
  },
  'webhooks.get': async (workspaceId) => {
    const { id } = await addWebhook(workspaceId);

    return { path: `/webhooks/${id}`, params: { id } };
  },
  'webhooks.list': async (workspaceId) => {
    await addWebhook(workspaceId);

    return { path: '/webhooks', query: { limit: '5' } };
  },
  'webhooks.list-deliveries': async (workspaceId) => {
    const { id } = await addHeldDelivery(workspaceId, await acceptingUrl());

    return { path: `/webhooks/${id}/deliveries`, params: { id }, query: { limit: '5', status: 'held' } };
  },
  'webhooks.resend': async (workspaceId) => {
    const { id, deliveryId } = await addHeldDelivery(workspaceId, await acceptingUrl());

    return { path: `/webhooks/${id}/deliveries/${deliveryId}/resend`, params: { id, deliveryId } };
  },
  'webhooks.revoke-previous': async (workspaceId) => {
    const { id } = await addWebhook(workspaceId);
    await rotateSecret(workspaceId, id);

    return { path: `/webhooks/${id}/rotate-secret/revoke-previous`, params: { id } };
  },
  'webhooks.rotate-secret': async (workspaceId) => {
    const { id } = await addWebhook(workspaceId);

    return { path: `/webhooks/${id}/rotate-secret`, params: { id } };
  },
  'webhooks.test': async (workspaceId) => {
    const { id } = await addWebhook(workspaceId, { url: await acceptingUrl() });

    return { path: `/webhooks/${id}/test`, params: { id } };
  },
  'webhooks.update': async (workspaceId) => {
    const { id } = await addWebhook(workspaceId);
    const body = { url: 'https://hooks.example.com/v2', events: ['email.replied'], description: 'theirs' };

    return { path: `/webhooks/${id}`, params: { id }, body };
  },
};

async function withSession(workspaceId: string) {
  return { cookie: await newCookie(await newUser(workspaceId)) };
}

async function linkOf(workspaceId: string, kind: Parameters<typeof tokenOf>[1]): Promise<string> {
  return tokenOf(await addSentEmail(workspaceId), kind);
}

const withToken = (folder: string, token: string) => ({ path: `${folder}/${token}`, params: { token } });

/** A well-formed id of the same type that does not exist. */
export function unknownId(id: string): string {
  return newId('key', Date.now()).replace('key_', `${id.split('_')[0]}_`);
}
