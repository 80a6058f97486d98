import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { planPasswordReset } from '#lib/auth/password-reset.ts';
import { planErasure } from '#lib/erasures/request.ts';
import { newId } from '#lib/values/ids.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { acceptingUrl } from '../../support/accepting-endpoint.ts';
import type { TestRequest } from '../../support/call.ts';
import { connected, useStack } from '../../support/stack.ts';
import { newCookie, newUser, sessionIdOf } from '../../support/users.ts';
import { addSentEmail, tokenOf } from './links.ts';
import { addAnswer, addReply } from './replies.ts';
import {
  addAccount,
  addCompany,
  addContact,
  addContactView,
  addHeldDelivery,
  addImport,
  addQuietAccount,
  addQuietCampaign,
  addSnippet,
  addWaitingBulkJob,
  addWaitingExport,
  addWebhook,
  block,
  commitNow,
  draftCampaign,
  invite,
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
  'audit-log.list': async () => ({ path: '/audit-log', query: { limit: '10' } }),
  'auth.accept-invitation': async (workspaceId) => {
    const { token } = await invite(workspaceId);

    return { path: '/auth/accept-invitation', body: { token, password: newPassword, name: 'Grace' } };
  },
  'auth.change-password': async (workspaceId) => {
    const user = await newUser(workspaceId);
    const body = { currentPassword: user.password, newPassword };

    return { path: '/auth/password', body, cookie: await newCookie(user) };
  },
  'auth.end-other-sessions': async (workspaceId) => {
    const user = await newUser(workspaceId);
    await newCookie(user);

    return { path: '/auth/sessions', cookie: await newCookie(user) };
  },
  'auth.end-session': async (workspaceId) => {
    const user = await newUser(workspaceId);
    const id = sessionIdOf(await newCookie(user));

    return { path: `/auth/sessions/${id}`, params: { id }, cookie: await newCookie(user) };
  },
  'auth.list-sessions': async (workspaceId) => ({
    path: '/auth/sessions',
    ...(await withSession(workspaceId)),
  }),
  'auth.reset-password': async (workspaceId) => {
    const { userId } = await newUser(workspaceId);
    const { token } = await commitNow(workspaceId, await planPasswordReset(connected(), workspaceId, userId));

    return { path: '/auth/reset-password', body: { token, newPassword } };
  },
  'auth.login': async (workspaceId) => {
    const { email, password } = await newUser(workspaceId);

    return { path: '/auth/login', body: { email, password } };
  },
  'auth.logout': async (workspaceId) => ({ path: '/auth/logout', ...(await withSession(workspaceId)) }),
  'auth.session': async (workspaceId) => ({ path: '/auth/session', ...(await withSession(workspaceId)) }),
  'blocklist.create': async () => ({ path: '/blocklist', body: { value: uniqueEmail(), note: 'by phone' } }),
  'blocklist.import': async () => ({ path: '/blocklist/import', body: { csv: `value\n${uniqueEmail()}\n` } }),
  'blocklist.list': async (workspaceId) => {
    await block(workspaceId, uniqueEmail());

    return { path: '/blocklist', query: { limit: '5' } };
  },
  'blocklist.delete': async (workspaceId) => {
    const { id } = await block(workspaceId, uniqueEmail());

    return { path: `/blocklist/${id}`, params: { id } };
  },
  'bulk-jobs.create': async (workspaceId) => ({
    path: '/bulk-jobs',
    body: {
      action: 'update',
      fields: { city: 'Oslo', customFields: { plan: 'pro' } },
      filter: { tag: 'lead', companyId: await addCompany(workspaceId) },
    },
  }),
  'bulk-jobs.list': async (workspaceId) => {
    await addWaitingBulkJob(workspaceId);

    return { path: '/bulk-jobs', query: { limit: '5' } };
  },
  'bulk-jobs.get': async (workspaceId) => {
    const id = await addWaitingBulkJob(workspaceId);

    return { path: `/bulk-jobs/${id}`, params: { id } };
  },
  'bulk-jobs.list-items': async (workspaceId) => {
    const id = await addWaitingBulkJob(workspaceId);

    return { path: `/bulk-jobs/${id}/items`, params: { id }, query: { limit: '5', outcome: 'changed' } };
  },
  'bulk-jobs.cancel': async (workspaceId) => {
    const id = await addWaitingBulkJob(workspaceId);

    return { path: `/bulk-jobs/${id}/cancel`, params: { id } };
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
  'campaigns.update-recipients': async (workspaceId) => {
    const { id } = await addQuietCampaign(workspaceId);
    const contactId = await addContact(workspaceId, { campaignIds: [id] });

    return {
      path: `/campaigns/${id}/recipients`,
      params: { id },
      body: { action: 'remove', contactIds: [contactId] },
    };
  },
  'campaigns.choose-winner': async (workspaceId) => {
    const { id, steps } = await addQuietCampaign(workspaceId);
    const [step] = steps;
    const stepId = step?.id ?? '';

    return {
      path: `/campaigns/${id}/steps/${stepId}/winner`,
      params: { id, stepId },
      body: { variantId: step?.variants[0]?.id },
    };
  },
  'campaigns.stats': async (workspaceId) => {
    const { id } = await addQuietCampaign(workspaceId);

    return {
      path: `/campaigns/${id}/stats`,
      params: { id },
      query: { groupBy: 'variant', interval: 'week' },
    };
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
  'companies.upsert': async () => ({
    path: '/companies',
    body: { externalId: 'crm-815', name: 'Acme', domain: 'acme.com', city: 'Bonn' },
  }),
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
  'connect.providers': async (workspaceId) => ({ path: '/connect', ...(await withSession(workspaceId)) }),
  'connect.smtp': async (workspaceId) => {
    const { smtp, imap } = useStack().mail;
    const servers = { smtp: { ...smtp, secure: false }, imap: { ...imap, secure: false } };
    const body = { email: uniqueEmail(), password: 'any-code-verifier', ...servers, fromName: 'Ann' };

    return { path: '/connect/smtp', body, ...(await withSession(workspaceId)) };
  },
  'contact-views.create': async () => ({
    path: '/contact-views',
    body: { name: 'Gold leads', filter: { tag: 'lead', customFieldName: 'plan', customFieldValue: 'gold' } },
  }),
  'contact-views.delete': async (workspaceId) => {
    const id = await addContactView(workspaceId);

    return { path: `/contact-views/${id}`, params: { id } };
  },
  'contact-views.list': async (workspaceId) => {
    await addContactView(workspaceId);

    return { path: '/contact-views', query: { limit: '5' } };
  },
  'contacts.count': async (workspaceId) => {
    await addContact(workspaceId, { tags: ['vip'] });

    return { path: '/contacts/count', query: { tag: 'vip' } };
  },
  'contacts.create': async (workspaceId) => ({
    path: '/contacts',
    body: {
      email: uniqueEmail(),
      firstName: 'Ann',
      tags: ['vip'],
      customFields: { plan: 'pro' },
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
  'contacts.upsert': async (workspaceId) => ({
    path: '/contacts',
    body: {
      externalId: 'crm-4711',
      email: uniqueEmail(),
      firstName: 'Ann',
      campaignIds: [(await draftCampaign(workspaceId)).id],
    },
  }),
  'erasures.create': async (workspaceId) => {
    const id = await addContact(workspaceId, { tags: ['vip'] });

    return { path: `/contacts/${id}/erase`, params: { id } };
  },
  'erasures.get': async (workspaceId) => {
    const id = await addContact(workspaceId);
    // Without its queue message, so that no worker changes it during a test.
    await commitNow(workspaceId, { ...(await planErasure(connected(), workspaceId, id)), messages: [] });

    return { path: `/contacts/${id}/erasure`, params: { id } };
  },
  'exports.create': async () => ({
    path: '/exports',
    body: { type: 'contacts', format: 'csv', filter: { tag: 'lead' }, customFields: ['plan'] },
  }),
  'exports.list': async (workspaceId) => {
    await addWaitingExport(workspaceId);

    return { path: '/exports', query: { limit: '5' } };
  },
  'exports.get': async (workspaceId) => {
    const id = await addWaitingExport(workspaceId);

    return { path: `/exports/${id}`, params: { id } };
  },
  'exports.delete': async (workspaceId) => {
    const id = await addWaitingExport(workspaceId);

    return { path: `/exports/${id}`, params: { id } };
  },
  'health.get': async () => ({ path: '/health' }),
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
        firstName: 'Anna',
        jobTitle: 'CEO',
        tags: ['vip'],
        addCampaignIds: [(await draftCampaign(workspaceId)).id],
        removeCampaignIds: [(await draftCampaign(workspaceId)).id],
      },
    };
  },
  'contacts.delete': async (workspaceId) => {
    const id = await addContact(workspaceId, { tags: ['vip'] });

    return { path: `/contacts/${id}`, params: { id } };
  },
  'replies.list': async (workspaceId) => {
    await addReply(workspaceId);

    return { path: '/replies', query: { limit: '5' } };
  },
  'replies.count-unread': async (workspaceId) => {
    await addReply(workspaceId);

    return { path: '/replies/unread-count' };
  },
  'replies.get': async (workspaceId) => {
    const { replyId: id } = await addReply(workspaceId);

    return { path: `/replies/${id}`, params: { id } };
  },
  'replies.get-thread': async (workspaceId) => {
    const { replyId: id } = await addReply(workspaceId);

    return { path: `/replies/${id}/thread`, params: { id } };
  },
  'replies.update': async (workspaceId) => {
    const { replyId: id } = await addReply(workspaceId);

    return { path: `/replies/${id}`, params: { id }, body: { labels: ['interested'] } };
  },
  'replies.answer': async (workspaceId) => {
    const { replyId: id } = await addReply(workspaceId);

    return { path: `/replies/${id}/answer`, params: { id }, body: { text: 'Gladly.' } };
  },
  'replies.resolve-answer': async (workspaceId) => {
    const { replyId: id } = await addReply(workspaceId);
    const answerId = await addAnswer(workspaceId, id, { status: 'outcome_unknown' });

    return {
      path: `/replies/${id}/answers/${answerId}/resolve`,
      params: { id, answerId },
      body: { outcome: 'not_sent' },
    };
  },
  'snippets.create': async () => ({
    path: '/snippets',
    body: { name: 'Suggest a call', text: 'Hi {{firstName | default: "there"}}, shall we talk on Thursday?' },
  }),
  'snippets.delete': async (workspaceId) => {
    const id = await addSnippet(workspaceId);

    return { path: `/snippets/${id}`, params: { id } };
  },
  'snippets.get': async (workspaceId) => {
    const id = await addSnippet(workspaceId);

    return { path: `/snippets/${id}`, params: { id } };
  },
  'snippets.list': async (workspaceId) => {
    await addSnippet(workspaceId);

    return { path: '/snippets', query: { limit: '5' } };
  },
  'snippets.update': async (workspaceId) => {
    const id = await addSnippet(workspaceId);

    return { path: `/snippets/${id}`, params: { id }, body: { text: 'Shall we talk on Friday?' } };
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
  'users.create-password-reset': async (workspaceId) => {
    const { userId: id } = await newUser(workspaceId);

    return { path: `/users/${id}/password-reset`, params: { id }, ...(await withSession(workspaceId)) };
  },
  'users.delete-invitation': async (workspaceId) => {
    const { id } = await invite(workspaceId);

    return { path: `/users/invitations/${id}`, params: { id } };
  },
  'users.delete-password-reset': async (workspaceId) => {
    const { userId: id } = await newUser(workspaceId);
    await commitNow(workspaceId, await planPasswordReset(connected(), workspaceId, id));

    return { path: `/users/${id}/password-reset`, params: { id } };
  },
  'users.get': async (workspaceId) => {
    const { userId: id } = await newUser(workspaceId);

    return { path: `/users/${id}`, params: { id } };
  },
  'users.invite': async () => ({
    path: '/users/invitations',
    body: { email: uniqueEmail(), role: 'member' },
  }),
  'users.list': async (workspaceId) => {
    await newUser(workspaceId);

    return { path: '/users', query: { limit: '5' } };
  },
  'users.list-invitations': async (workspaceId) => {
    await invite(workspaceId);

    return { path: '/users/invitations', query: { limit: '5' } };
  },
  'users.remove': async (workspaceId) => {
    await newUser(workspaceId);
    const { userId: id } = await newUser(workspaceId);

    return { path: `/users/${id}`, params: { id } };
  },
  'users.update': async (workspaceId) => {
    await newUser(workspaceId);
    const { userId: id } = await newUser(workspaceId);

    return { path: `/users/${id}`, params: { id }, body: { name: 'Grace', role: 'member' } };
  },
  'webhooks.create': async () => ({
    path: '/webhooks',
    body: { url: 'https://hooks.example.com/in', events: ['email.sent'], headers: { 'X-Tenant': 'ours' } },
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

    const query = { limit: '5', status: 'held', createdAfter: '2026-01-01T00:00:00+01:00' };

    return { path: `/webhooks/${id}/deliveries`, params: { id }, query };
  },
  'webhooks.replay': async (workspaceId) => {
    const { id } = await addWebhook(workspaceId);
    const after = new Date(Date.now() - 3_600_000).toISOString();

    return { path: `/webhooks/${id}/replay`, params: { id }, body: { after, deliveries: 'all' } };
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
    const settings = {
      url: 'https://hooks.example.com/v2',
      events: ['email.replied'],
      description: 'theirs',
    };
    const body = {
      ...settings,
      filters: { tags: ['vip'] },
      include: ['contact'],
      headers: { 'X-Tenant': 'theirs' },
    };

    return { path: `/webhooks/${id}`, params: { id }, body };
  },
  'workspaces.get': async () => ({ path: '/workspace' }),
  'workspaces.update': async () => ({
    path: '/workspace',
    body: { postalAddress: 'Analytical Engines Ltd, 12 Mill Lane, Cambridge' },
  }),
};

const newPassword = 'a new horse every day';

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
