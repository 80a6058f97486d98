import { dispatchKey } from '#lib/campaigns/state/items.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { findExecution } from '#lib/executions/executions.ts';
import type { MessageIds } from '#lib/links/token.ts';
import { eventKinds } from '#lib/values/event-kind.ts';
import { newId } from '#lib/values/ids.ts';
import type { QueueName, SendMessage } from '#lib/values/queues.ts';
import { browser, tokenOf } from '../../../api/support/links.ts';
import {
  addAccount,
  addBulkJob,
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
import { runAs } from './emissions.ts';
import { receiveMessages } from './inbox-scenario.ts';
import { labelReply, reconnectByConsent, reconnectByPassword } from './mailbox-paths.ts';
import { failAttempt } from './webhook-paths.ts';
import { decideWinner } from './winner-paths.ts';

/** Every operation emits each of its events, and every worker runs. */
export async function runScenario(mail: MailServer, receiver: Receiver): Promise<void> {
  await addWebhook(workspaceId, { url: receiver.url, events: [...eventKinds] });
  const apiKey = await newApiKey(workspaceId, { scope: 'full-access' });
  const request: Request = (operation, about) =>
    runAs(operation, () => callEndpoint(operation, { apiKey, ...about })).then(({ body }) => body);

  // Runs before an account exists, so that no name server is needed.
  await runAs('email-accounts.check-health', () => runScheduled('email-accounts.check-health'));
  await changeContacts(request);
  await changeBlocklist(request);
  await runCampaigns(request);
  await sendEmails(mail);
  await delayEmails();
  await bounceEmails(mail, request);
  delete mail.whileReceiving;
  await receiveMessages(mail, request);
  await openEmails(request);
  await labelReply({ request });
  await reconnectByPassword();
  await reconnectByConsent();

  for (const operation of ['webhooks.deliver', 'webhooks.deliver-slowly']) {
    for (const failures of [4, 19]) await failAttempt(operation, failures);
  }
  await runAs('maintenance.sweep', () => runScheduled('maintenance.sweep'));
  const records = (await readOutbox()).slice(0, 1).map(({ pk, sk }) => ({ pk, sk }));
  await runAs('events.fan-out', () => deliverMessage('events.fan-out', { workspaceId, records }));
  await publishAll();
  const [first, ...others] = await takeMessages('deliveries');
  await runAs('webhooks.deliver-slowly', () => deliverMessage('webhooks.deliver-slowly', first));
  for (const call of others) await runAs('webhooks.deliver', () => deliverMessage('webhooks.deliver', call));
  await runAs('exports.run', () => deliverMessage('exports.run', { workspaceId, exportId: newId('exp', 0) }));
  const contactId = await addContact(workspaceId);
  await request('erasures.create', { params: { id: contactId } });
  await runAs('jobs.run', () => deliverMessage('jobs.run', { workspaceId, jobId: contactId }));
}

// biome-ignore lint/suspicious/noExplicitAny: tests read any response
type Request = (operation: string, about: EndpointRequest) => Promise<any>;

const unsubscribed = { status: 'unsubscribed' };

async function changeContacts(request: Request): Promise<void> {
  const { id } = await request('contacts.create', { body: { email: uniqueEmail() } });
  const headers = { 'Content-Type': 'text/csv' };
  await request('contacts.import', { headers, body: `email\n${uniqueEmail()}\n${uniqueEmail()}\n` });
  const updating = { query: { onDuplicate: 'update' }, headers };
  const known = uniqueEmail();
  await request('contacts.import', { headers, body: `email\n${known}\n` });
  await request('contacts.import', { ...updating, body: `email,city\n${known},Bonn\n` });
  const rows = [{ email: known, city: 'Berlin' }, { email: uniqueEmail() }];
  const importId = await acceptImport(connected(), workspaceId, { rows, onDuplicate: 'update' });
  await runAs('jobs.run', () => deliverMessage('jobs.run', { workspaceId, jobId: importId }));
  await request('contacts.update', { params: { id }, body: { firstName: 'Ann', tags: ['vip'] } });
  for (const fields of [{ city: 'Bonn' }, unsubscribed]) {
    const contactIds = [await addContact(workspaceId)];
    const jobId = await addBulkJob(workspaceId, { action: 'update', fields, contactIds });
    await runAs('jobs.run', () => deliverMessage('jobs.run', { workspaceId, jobId }));
  }
  await request('contacts.update', { params: { id }, body: unsubscribed });

  // Addresses that are blocked before the import.
  const blocked = [uniqueEmail(), uniqueEmail(), uniqueEmail()];
  for (const value of blocked) await block(workspaceId, value);
  const [created, imported, queued] = blocked;
  await request('contacts.create', { body: { email: created } });
  await request('contacts.import', { headers, body: `email\n${imported}\n` });
  const second = await acceptImport(connected(), workspaceId, { rows: [{ email: queued }] });
  await runAs('jobs.run', () => deliverMessage('jobs.run', { workspaceId, jobId: second }));
}

async function changeBlocklist(request: Request): Promise<void> {
  const email = uniqueEmail();
  await addContact(workspaceId, { email });
  await addContact(workspaceId, { email: 'ann@blocked.example' });
  const imported = uniqueEmail();
  await addContact(workspaceId, { email: imported });
  await request('blocklist.import', { body: { csv: imported } });
  for (const value of [email, 'blocked.example']) {
    const { id } = await request('blocklist.create', { body: { value } });
    await publishAll();
    await consumeAll('jobs', 'jobs.run');
    await request('blocklist.delete', { params: { id } });
    await publishAll();
    await consumeAll('jobs', 'jobs.run');
  }
}

async function runCampaigns(request: Request): Promise<void> {
  const contactIds = [await addContact(workspaceId)];
  const emailAccountIds = [await addAccount(workspaceId)];
  const body = { name: 'Spring', steps: oneStep, contactIds, emailAccountIds };
  const { id, steps } = await request('campaigns.create', { body });
  await publishAll();
  await consumeAll('jobs', 'jobs.run');
  await request('campaigns.start', { params: { id } });
  const [step] = steps;
  const params = { id, stepId: step.id };
  await request('campaigns.choose-winner', { params, body: { variantId: step.variants[0].id } });
  await decideWinner();
  await request('campaigns.pause', { params: { id } });
  await request('campaigns.start', { params: { id } });
  await request('campaigns.delete', { params: { id } });
}

/** The last email of a campaign, which completes it. */
async function sendEmails(mail: MailServer): Promise<void> {
  const { call, campaign } = await runOne(mail);
  await send(call);
  await publishAll();
  const tick = { workspaceId, campaignId: campaign.id };
  await runAs('campaigns.dispatch', () => deliverMessage('campaigns.dispatch', tick));
}

/** The only account of the campaign has not been able to send for a day. */
async function delayEmails(): Promise<void> {
  const { campaign, accountIds } = await runCampaign(workspaceId);
  const { table } = connected();
  const since = Date.now() - 25 * 3_600_000;
  await table.update({ update: accountKey(workspaceId, accountIds[0] ?? ''), set: { status: 'error' } });
  await table.update({ update: dispatchKey(workspaceId, campaign.id), set: { stalledSince: since } });
  const tick = { workspaceId, campaignId: campaign.id };
  await runAs('campaigns.dispatch', () => deliverMessage('campaigns.dispatch', tick));
}

/** Bounces of an active contact, and of a contact that unsubscribes while its email is sent. */
async function bounceEmails(mail: MailServer, request: Request): Promise<void> {
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
async function openEmails(request: Request): Promise<void> {
  const headers = { 'User-Agent': browser };
  for (const operation of ['tracking.open', 'tracking.click'] as const) {
    const seen = await emailWithUnknownOutcome();
    const kind = operation === 'tracking.open' ? 'open' : { target: 'https://www.example.com/' };
    await request(operation, { params: { token: await tokenOf(seen, kind) }, headers });
  }
  const unknown = await emailWithUnknownOutcome();
  await request('campaigns.update-recipients', {
    params: { id: unknown.campaignId },
    body: { action: 'resolve', outcome: 'sent', stepId: unknown.stepId, contactIds: [unknown.contactId] },
  });
  for (const isBlocked of [false, true]) {
    const mail = await emailWithUnknownOutcome();
    const { email } = await getContact(connected(), workspaceId, mail.contactId);
    if (isBlocked) await block(workspaceId, email);
    const token = await tokenOf(mail, 'unsubscribe');
    await request('tracking.unsubscribe', { params: { token }, headers });
  }
}

/** The first email of a campaign, which is the last one by default. Its outcome is unknown. */
export async function emailWithUnknownOutcome(setup: CampaignSetup = {}): Promise<MessageIds> {
  const { calls, campaign, accountIds } = await runCampaign(workspaceId, setup);
  const [call] = calls;
  const contactId = call?.contactId ?? '';
  const stepId = campaign.steps[0]?.id ?? '';
  await setExecution(workspaceId, contactId, campaign.id, {
    sendState: 'unknown',
    sendToken: 'held',
    stepId,
    emailAccountId: accountIds[0],
  });
  const { table } = connected();
  const execution = await findExecution(table, workspaceId, contactId, campaign.id);

  return { workspaceId, campaignId: campaign.id, contactId, executionId: execution?.id ?? '', stepId };
}

function send(call: SendMessage): Promise<void> {
  return runAs('emails.send', () => deliverMessage('emails.send', call));
}

async function publishAll(): Promise<void> {
  const items = await readOutbox();
  await runAs('events.publish', () => deliverInserts('events.publish', items));
}

async function consumeAll(queue: QueueName, worker: string): Promise<void> {
  for (const message of await takeMessages(queue)) await runAs(worker, () => deliverMessage(worker, message));
}
