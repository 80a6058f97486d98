import { vi } from 'vitest';
import { NewApiKey } from '#lib/api-keys/api-key.ts';
import { planApiKey } from '#lib/api-keys/api-keys.ts';
import { planAddition } from '#lib/blocklist/add.ts';
import { type BlocklistEntry, NewBlocklistEntry } from '#lib/blocklist/entry.ts';
import { planRemoval } from '#lib/blocklist/remove.ts';
import { NewBulkJob } from '#lib/bulk-jobs/bulk-job.ts';
import { planBulkJob } from '#lib/bulk-jobs/create.ts';
import { type Campaign, NewCampaign } from '#lib/campaigns/definition/campaign.ts';
import { planCampaign } from '#lib/campaigns/definition/create.ts';
import { getCampaign } from '#lib/campaigns/read.ts';
import { planStart } from '#lib/campaigns/start.ts';
import type { Change } from '#lib/commit/change.ts';
import { commit } from '#lib/commit/commit.ts';
import { eventPrefix, subjectPartition } from '#lib/commit/items.ts';
import { planCompany } from '#lib/companies/companies.ts';
import { NewCompany } from '#lib/companies/company.ts';
import type { NewContactView } from '#lib/contact-views/contact-view.ts';
import { planContactView } from '#lib/contact-views/contact-views.ts';
import { NewContact } from '#lib/contacts/contact.ts';
import { planContact } from '#lib/contacts/create.ts';
import { planImport, prepareImport } from '#lib/contacts/import/import.ts';
import { type ImportSettings, withDefaults } from '#lib/contacts/import/options.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { kmsVault } from '#lib/crypto/vault.ts';
import { connectAccount } from '#lib/email-accounts/connect.ts';
import { operatorAuthor } from '#lib/email-accounts/credentials/exchange.ts';
import { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { executionKey } from '#lib/executions/items.ts';
import { planExport } from '#lib/exports/create.ts';
import { NewExport } from '#lib/exports/export.ts';
import type { NewSnippet } from '#lib/snippets/snippet.ts';
import { planSnippet } from '#lib/snippets/snippets.ts';
import { NewInvitation } from '#lib/users/invitation.ts';
import { planInvitation } from '#lib/users/invitations.ts';
import type { DeliveryMessage } from '#lib/values/queues.ts';
import { deliveryIdOf } from '#lib/webhooks/delivery/delivery-items.ts';
import { holdDelivery } from '#lib/webhooks/delivery/hold.ts';
import { planRotation } from '#lib/webhooks/rotate.ts';
import { NewWebhook, Rotation } from '#lib/webhooks/webhook.ts';
import { planWebhook } from '#lib/webhooks/webhooks.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { emailedToken } from '../../support/emailed-token.ts';
import { isEnrolled } from '../../support/enrolment.ts';
import { connected, useStack } from '../../support/stack.ts';
import { unguarded } from '../../support/unguarded.ts';

/*
 * Fixtures of a workspace. They are created by use cases instead of requests, so that they do not count in
 * the rate-limit windows of the workspace's keys.
 */

let addresses = 0;

export function uniqueEmail(): string {
  return `person-${process.pid}-${Date.now()}-${addresses++}@example.com`;
}

export async function commitNow<Result>(workspaceId: string, change: Change<Result>): Promise<Result> {
  await commit(connected(), workspaceId, change);

  return change.result;
}

export async function addContact(workspaceId: string, input: Record<string, unknown> = {}): Promise<string> {
  const contact = NewContact.parse({ email: uniqueEmail(), ...input });

  return (await commitNow(workspaceId, await planContact(connected(), workspaceId, contact))).id;
}

/** @returns its id */
export async function addContactView(
  workspaceId: string,
  input: Partial<NewContactView> = {},
): Promise<string> {
  const view = { name: 'Leads', filter: { tag: 'lead' }, ...input };

  return (await commitNow(workspaceId, await planContactView(connected(), workspaceId, view))).id;
}

export async function addSnippet(workspaceId: string, input: Partial<NewSnippet> = {}): Promise<string> {
  const snippet = { name: 'Suggest a call', text: 'Shall we talk on Thursday?', ...input };

  return (await commitNow(workspaceId, await planSnippet(connected(), workspaceId, snippet))).id;
}

/** By default, an import with one contact. @returns its id */
export async function addImport(
  workspaceId: string,
  emails: readonly string[] = [uniqueEmail()],
  settings: ImportSettings = {},
): Promise<string> {
  const csv = Buffer.from(['email', ...emails].join('\n'));
  const request = { csv, options: withDefaults(settings), repeatKey: undefined };
  const prepared = await prepareImport(connected(), workspaceId, request, unguarded);

  return (await commitNow(workspaceId, await planImport(connected(), workspaceId, prepared))).importId;
}

/** By default, a job that tags one contact. @returns its id */
export async function addBulkJob(
  workspaceId: string,
  input: Record<string, unknown> = tagOne,
): Promise<string> {
  return (await commitNow(workspaceId, await planSeedJob(workspaceId, input))).id;
}

/** A job without its queue message, so that no worker changes it during a test. @returns its id */
export async function addWaitingBulkJob(workspaceId: string): Promise<string> {
  const change = await planSeedJob(workspaceId, tagOne);

  return (await commitNow(workspaceId, { ...change, messages: [] })).id;
}

/** By default, an export of contacts. @returns its id */
export async function addExport(
  workspaceId: string,
  input: Record<string, unknown> = { type: 'contacts', format: 'csv' },
): Promise<string> {
  const change = await planExport(connected(), workspaceId, NewExport.parse(input));

  return (await commitNow(workspaceId, change)).id;
}

/** An export without its queue message, so that no worker changes it during a test. @returns its id */
export async function addWaitingExport(
  workspaceId: string,
  input: Record<string, unknown> = { type: 'contacts', format: 'csv' },
): Promise<string> {
  const change = await planExport(connected(), workspaceId, NewExport.parse(input));

  return (await commitNow(workspaceId, { ...change, messages: [] })).id;
}

const tagOne = { action: 'add_tags', tags: ['vip'] };

async function planSeedJob(workspaceId: string, input: Record<string, unknown>) {
  const hasTarget = 'filter' in input || 'contactIds' in input;
  const target = hasTarget ? {} : { contactIds: [await addContact(workspaceId)] };

  return planBulkJob(connected(), workspaceId, NewBulkJob.parse({ ...target, ...input }));
}

export async function block(workspaceId: string, value: string): Promise<BlocklistEntry> {
  const { change } = await planAddition(connected(), workspaceId, NewBlocklistEntry.parse({ value }));

  return commitNow(workspaceId, change);
}

export async function unblock(workspaceId: string, entryId: string): Promise<void> {
  await commitNow(workspaceId, await planRemoval(connected(), workspaceId, entryId));
}

export async function addCompany(workspaceId: string, input: Record<string, unknown> = {}): Promise<string> {
  const company = NewCompany.parse({ name: 'Acme', ...input });

  return (await commitNow(workspaceId, await planCompany(connected(), workspaceId, company))).id;
}

export function addContacts(workspaceId: string, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => addContact(workspaceId)));
}

/** The execution statuses of a contact in campaigns. */
export async function executionStatuses(
  workspaceId: string,
  contactId: string,
  campaignIds: readonly string[],
): Promise<(string | undefined)[]> {
  const executions = await Promise.all(
    campaignIds.map((campaignId) => findExecution(connected().table, workspaceId, contactId, campaignId)),
  );

  return executions.map((execution) => execution?.status);
}

/** Sets fields of an execution as if emails had been sent. */
export async function setExecution(
  workspaceId: string,
  contactId: string,
  campaignId: string,
  set: Readonly<Record<string, unknown>>,
): Promise<void> {
  await connected().table.update({ update: executionKey(workspaceId, contactId, campaignId), set });
}

/** Sends through the stack's mail catcher, without a warm-up limit, unless `input` says otherwise. */
export async function addAccount(workspaceId: string, input: Record<string, unknown> = {}): Promise<string> {
  const { smtp } = useStack().mail;
  const services = { ...connected(), vault: kmsVault(connected()) };
  const account = NewEmailAccount.parse({
    email: `sender-${addresses++}@example.org`,
    password: 'correct horse battery staple',
    smtp: { ...smtp, secure: false, username: 'sender' },
    dailyLimit: 500,
    minGapSeconds: 10,
    maxGapSeconds: 10,
    rampUp: { enabled: false, startPerDay: 10, increment: 5 },
    ...input,
  });

  return (await commitNow(workspaceId, await connectAccount(services, workspaceId, account, operatorAuthor)))
    .id;
}

/** Is able to send, but has no free slot for ten days: its campaigns run without sending. */
export async function addQuietAccount(workspaceId: string): Promise<string> {
  const accountId = await addAccount(workspaceId);
  const slotAt = Date.now() + 10 * 86_400_000;
  await connected().table.update({ update: accountKey(workspaceId, accountId), set: { slotAt } });

  return accountId;
}

/** Due on every day. */
export const oneStep = [
  {
    businessDaysOnly: false,
    variants: [{ subject: 'Hello {{firstName | default: "there"}}', bodyText: 'Good day.' }],
  },
];

/** A sending window that never closes, so that tests do not depend on the weekday. */
export const always = {
  windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
};

/** A draft. Its contacts are enrolled after `campaigns.enrol` has run. */
export async function draftCampaign(
  workspaceId: string,
  input: Record<string, unknown> = {},
): Promise<Campaign> {
  const parsed = NewCampaign.parse({ name: 'Spring', steps: oneStep, schedule: always, ...input });
  const change = await planCampaign(connected(), workspaceId, parsed);
  const { enrolment: _, warnings: __, ...campaign } = await commitNow(workspaceId, change);

  return campaign;
}

/** A draft campaign with all its contacts enrolled. */
export async function addCampaign(
  workspaceId: string,
  input: Record<string, unknown> = {},
): Promise<Campaign> {
  const campaign = await draftCampaign(workspaceId, input);
  await waitForEnrolment(workspaceId, campaign.id);

  return campaign;
}

export async function waitForEnrolment(workspaceId: string, campaignId: string): Promise<void> {
  await vi.waitFor(
    async () => {
      if (!(await isEnrolled(connected().table, workspaceId, campaignId)))
        throw new Error('contacts are still being enrolled');
    },
    { timeout: 20_000, interval: 20 },
  );
}

export async function startCampaign(workspaceId: string, campaignId: string): Promise<Campaign> {
  return commitNow(workspaceId, await planStart(connected(), workspaceId, campaignId));
}

export function readCampaign(workspaceId: string, campaignId: string): Promise<Campaign> {
  return getCampaign(connected(), workspaceId, campaignId);
}

/** @param creator id of a user or an API key; without it, the operator */
export async function addWebhook(
  workspaceId: string,
  input: Record<string, unknown> = {},
  creator: { readonly id?: string } = {},
) {
  const services = { ...connected(), vault: kmsVault(connected()), loopback: 'allow' as const };
  const webhook = NewWebhook.parse({
    url: 'https://hooks.example.com/in',
    events: ['contact.created'],
    ...input,
  });

  return commitNow(workspaceId, await planWebhook(services, { workspaceId, ...creator }, webhook));
}

/** An API key without an expiry. @param creatorId of a user or another key */
export function addApiKey(workspaceId: string, creatorId: string) {
  const input = NewApiKey.parse({ name: 'ci', scope: 'full-access' });

  return commitNow(workspaceId, planApiKey(connected(), { workspaceId, id: creatorId }, input));
}

/** An open invitation with its token, created by an API key. */
export async function invite(workspaceId: string, input: Record<string, unknown> = {}) {
  const key = { name: 'test', scope: 'full-access', expiresAt: null } as const;
  const { id } = await issueApiKey(connected(), workspaceId, key);
  const principal = { kind: 'api_key', id, name: 'test', workspaceId } as const;
  const invitation = NewInvitation.parse({ email: uniqueEmail(), role: 'member', ...input });
  const caller = { ...principal, scope: 'full-access', expiresAt: undefined } as const;

  const services = { ...connected(), vault: kmsVault(connected()), signer: kmsTokenSigner() };

  const created = await commitNow(workspaceId, await planInvitation(services, caller, invitation));

  return { ...created, token: await emailedToken(workspaceId, created) };
}

/** The previous secret stays valid for 7 days. */
export async function rotateSecret(workspaceId: string, webhookId: string) {
  const services = { ...connected(), vault: kmsVault(connected()) };
  const change = await planRotation(services, { workspaceId }, webhookId, Rotation.parse({}));

  return commitNow(workspaceId, change);
}

/** Creates an event and the queue message that delivers it to a webhook. */
export async function addDeliveryMessage(workspaceId: string, webhookId: string): Promise<DeliveryMessage> {
  const subjectId = await addContact(workspaceId);
  const { items } = await connected().table.query({
    pk: subjectPartition(workspaceId, subjectId),
    sk: { prefix: eventPrefix },
    limit: 1,
  });
  const eventId = items[0]?.sk.slice(eventPrefix.length) ?? '';

  return { workspaceId, webhookId, eventId, subjectId, attempt: 1, dueAt: Date.now() };
}

/** A webhook without automatic deliveries, and the id of a delivery that is held for it. */
export async function addHeldDelivery(workspaceId: string, url: string) {
  const { id } = await addWebhook(workspaceId, { url, events: ['email.sent'] });
  const delivery = await addDeliveryMessage(workspaceId, id);
  await holdDelivery(connected().table, delivery, 'contact.created', {});

  return { id, deliveryId: deliveryIdOf(delivery.eventId) };
}

/** A running campaign that sends nothing. Its contacts are enrolled after `jobs.run` has run. */
export async function addRunningCampaign(
  workspaceId: string,
  input: Record<string, unknown> = {},
): Promise<Campaign> {
  const accountId = await addQuietAccount(workspaceId);
  const { id } = await draftCampaign(workspaceId, {
    emailAccountIds: [accountId],
    continuous: true,
    ...input,
  });

  return startCampaign(workspaceId, id);
}

/** A campaign that can be started, but would not send. */
export async function addQuietCampaign(workspaceId: string): Promise<Campaign> {
  const [accountId, contactId] = await Promise.all([addQuietAccount(workspaceId), addContact(workspaceId)]);

  return addCampaign(workspaceId, { emailAccountIds: [accountId], contactIds: [contactId] });
}
