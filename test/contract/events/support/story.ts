import { dispatchKey } from '#lib/campaigns/items.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { MailIds } from '#lib/links/token.ts';
import { eventKinds } from '#lib/values/event-kind.ts';
import type { QueueName } from '#lib/values/queues.ts';
import { browser, tokenOf } from '../../../api/support/links.ts';
import {
  addAccount,
  addContact,
  addWebhook,
  block,
  oneStep,
  setExecution,
  uniqueEmail,
} from '../../../api/support/seed.ts';
import {
  callEndpoint,
  deliverInserts,
  deliverMessage,
  type EndpointRequest,
  runScheduled,
} from '../../../bench/support/invoke.ts';
import { acceptImport } from '../../../support/accepted-import.ts';
import { connected, newApiKey } from '../../../support/stack.ts';
import { readOutbox } from '../../../workers/support/activity.ts';
import { type CampaignSetup, runCampaign } from '../../../workers/support/campaign.ts';
import type { MailServer } from '../../../workers/support/mail-server.ts';
import { runOne, workspaceId } from '../../../workers/support/one-mail.ts';
import { takeMessages } from '../../../workers/support/own-resources.ts';
import type { Receiver } from '../../../workers/support/receiver.ts';
import { as } from './emissions.ts';
import { inboxesFill } from './inbox-chapter.ts';

/** Every operation emits each of its events, and every worker runs. */
export async function tellStory(mail: MailServer, receiver: Receiver): Promise<void> {
  const { id: webhookId } = await addWebhook(workspaceId, { url: receiver.url, events: [...eventKinds] });
  const apiKey = await newApiKey(workspaceId, { scope: 'full-access' });
  const request: Request = (operation, about) =>
    as(operation, () => callEndpoint(operation, { apiKey, ...about })).then(({ body }) => body);

  // Runs before an account exists, so that no name server is needed.
  await as('email-accounts.check-health', () => runScheduled('email-accounts.check-health'));
  await contactsComeAndChange(request);
  await listsGrowAndShrink(request);
  await campaignsRun(request);
  await mailsLeave(mail);
  await mailsWait();
  await mailsBounce(mail, request);
  delete mail.whileReceiving;
  await inboxesFill(mail, request);
  await mailsAreSeen(request);

  await as('maintenance.sweep', () => runScheduled('maintenance.sweep'));
  await as('dashboard.fold', () => runScheduled('dashboard.fold'));
  const records = (await readOutbox()).slice(0, 1).map(({ pk, sk }) => ({ pk, sk }));
  await as('activity.fan-out', () => deliverMessage('activity.fan-out', { workspaceId, records }));
  await publishAll();
  const [first, ...others] = await takeMessages('deliveries');
  await as('webhooks.deliver-slowly', () => deliverMessage('webhooks.deliver-slowly', first));
  for (const call of others) await as('webhooks.deliver', () => deliverMessage('webhooks.deliver', call));
  await as('webhooks.release', () => deliverMessage('webhooks.release', { workspaceId, webhookId }));
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came back
type Request = (operation: string, about: EndpointRequest) => Promise<any>;

const unsubscribed = { status: 'unsubscribed' };

async function contactsComeAndChange(request: Request): Promise<void> {
  const { id } = await request('contacts.create', { body: { email: uniqueEmail() } });
  const headers = { 'Content-Type': 'text/csv' };
  await request('contacts.import', { headers, body: `email\n${uniqueEmail()}\n${uniqueEmail()}\n` });
  const updating = { query: { onDuplicate: 'update' }, headers };
  const known = uniqueEmail();
  await request('contacts.import', { headers, body: `email\n${known}\n` });
  await request('contacts.import', { ...updating, body: `email,city\n${known},Bonn\n` });
  const rows = [{ email: known, city: 'Berlin' }, { email: uniqueEmail() }];
  const importId = await acceptImport(connected(), workspaceId, { rows, onDuplicate: 'update' });
  await as('contacts.run-import', () => deliverMessage('contacts.run-import', { workspaceId, importId }));
  await request('contacts.update', { params: { id }, body: { firstName: 'Ann', tags: ['vip'] } });
  await request('contacts.update', { params: { id }, body: unsubscribed });

  // Addresses that are blocked before the import.
  const blocked = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
  for (const value of blocked) await block(workspaceId, value);
  const [created, imported, queued] = blocked;
  await request('contacts.create', { body: { email: created } });
  await request('contacts.import', { headers, body: `email\n${imported}\n` });
  const second = await acceptImport(connected(), workspaceId, { rows: [{ email: queued }] });
  await as('contacts.run-import', () =>
    deliverMessage('contacts.run-import', { workspaceId, importId: second }),
  );
}

async function listsGrowAndShrink(request: Request): Promise<void> {
  const email = uniqueEmail();
  await addContact(workspaceId, { email });
  await addContact(workspaceId, { email: 'ann@blocked.example' });
  for (const value of [email, 'blocked.example']) {
    const { id } = await request('blocklist.create', { body: { value } });
    await publishAll();
    await consumeAll('suppressions', 'blocklist.apply');
    await request('blocklist.delete', { params: { id } });
    await publishAll();
    await consumeAll('suppressions', 'blocklist.apply');
  }
}

async function campaignsRun(request: Request): Promise<void> {
  const contactIds = [await addContact(workspaceId)];
  const emailAccountIds = [await addAccount(workspaceId)];
  const body = { name: 'Spring', steps: oneStep, contactIds, emailAccountIds };
  const { id } = await request('campaigns.create', { body });
  await publishAll();
  await consumeAll('jobs', 'campaigns.run-job');
  await request('campaigns.start', { params: { id } });
  await request('campaigns.pause', { params: { id } });
  await request('campaigns.start', { params: { id } });
  await request('campaigns.delete', { params: { id } });
}

/** The last email of a campaign, which completes it. */
async function mailsLeave(mail: MailServer): Promise<void> {
  const { call, campaign } = await runOne(mail);
  await send(call);
  await publishAll();
  const tick = { workspaceId, campaignId: campaign.id };
  await as('campaigns.dispatch', () => deliverMessage('campaigns.dispatch', tick));
}

/** The only account of the campaign has not been able to send for a day. */
async function mailsWait(): Promise<void> {
  const { campaign, accountIds } = await runCampaign(workspaceId);
  const { table } = connected();
  const since = Date.now() - 25 * 3_600_000;
  await table.update({ update: accountKey(workspaceId, accountIds[0] ?? ''), set: { status: 'error' } });
  await table.update({ update: dispatchKey(workspaceId, campaign.id), set: { stalledSince: since } });
  const tick = { workspaceId, campaignId: campaign.id };
  await as('campaigns.dispatch', () => deliverMessage('campaigns.dispatch', tick));
}

/** Bounces of an active contact, and of a contact that unsubscribes while its email is sent. */
async function mailsBounce(mail: MailServer, request: Request): Promise<void> {
  mail.behaviour = { kind: 'refuse', at: 'data', code: 550, text: '5.1.1 No such user' };
  await send((await runOne(mail)).call);

  const { call } = await runOne(mail);
  mail.whileReceiving = async () => {
    await request('contacts.update', { params: { id: call.contactId }, body: unsubscribed });
  };
  await send(call);
}

/**
 * Opens and clicks of emails with an unknown outcome; an unsubscription, and one of a contact that was
 * blocked before.
 */
async function mailsAreSeen(request: Request): Promise<void> {
  const headers = { 'User-Agent': browser };
  for (const operation of ['tracking.open', 'tracking.click'] as const) {
    const seen = await doubtfulMail();
    const kind = operation === 'tracking.open' ? 'open' : { target: 'https://www.example.com/' };
    await request(operation, { params: { token: await tokenOf(seen, kind) }, headers });
  }
  for (const isBlocked of [false, true]) {
    const mail = await doubtfulMail();
    const { email } = await getContact(connected(), workspaceId, mail.contactId);
    if (isBlocked) await block(workspaceId, email);
    const token = await tokenOf(mail, 'unsubscribe');
    await request('tracking.unsubscribe', { params: { token }, headers });
  }
}

/** The first email of a campaign, which is the last one by default. Its outcome is unknown. */
export async function doubtfulMail(setup: CampaignSetup = {}): Promise<MailIds> {
  const { calls, campaign, accountIds } = await runCampaign(workspaceId, setup);
  const [call] = calls;
  const contactId = call?.contactId ?? '';
  const stepId = campaign.steps[0]?.id ?? '';
  await setExecution(workspaceId, contactId, campaign.id, {
    ...{ sendState: 'unknown', sendToken: 'held', stepId, emailAccountId: accountIds[0] },
  });
  const { table } = connected();
  const execution = await findExecution(table, workspaceId, contactId, campaign.id, { consistent: true });

  return { workspaceId, campaignId: campaign.id, contactId, executionId: execution?.id ?? '', stepId };
}

function send(call: SendCall): Promise<void> {
  return as('emails.send', () => deliverMessage('emails.send', call));
}

async function publishAll(): Promise<void> {
  const items = await readOutbox();
  await as('activity.publish', () => deliverInserts('activity.publish', items));
}

async function consumeAll(queue: QueueName, worker: string): Promise<void> {
  for (const message of await takeMessages(queue)) await as(worker, () => deliverMessage(worker, message));
}
