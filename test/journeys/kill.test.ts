import { expect, test } from 'vitest';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { Campaign } from '#lib/campaigns/campaign.ts';
import type { ImportReport } from '#lib/contacts/import-report.ts';
import {
  createCampaign,
  importContacts,
  listContacts,
  passTime,
  startCampaign,
  subscribe,
} from '../../infra/local/demo/campaign.ts';
import { readRecipients } from '../../infra/local/demo/figures.ts';
import { until } from '../../infra/local/demo/stack-time.ts';
import { contactsCsv, type Journey, startJourney } from './support/journey.ts';

const contactsMax = 70;
const accounts = 8;
/** Mails in the inbox at which the stack is killed. */
const killAtMails = [1, 20, 45];
/** Threads of a function in the local stack: so many mails can be under way at a kill. */
const concurrency = 4;

test('killing the whole stack in the middle of sending and starting it again sends nobody two mails and leaves nothing stuck', {
  timeout: 240_000,
}, async () => {
  const journey = await startJourney();
  await subscribe(journey.api, journey.receiver, ['contact.created', 'email.sent', 'campaign.completed']);
  const accountIds = await journey.connectAccounts(accounts);

  const report = await importThroughKill(journey);
  expect(report).toMatchObject({ total: contactsMax, created: contactsMax, skipped: 0, failed: 0 });
  expect(await importOnce(journey)).toEqual(report);
  const contacts = await listContacts(journey.api);
  expect(contacts).toHaveLength(contactsMax);

  const campaignId = await createCampaign(
    journey.api,
    contacts.map(({ id }) => id),
    accountIds,
  );
  // While the executions are being made.
  await journey.killAndRestart();
  await startCampaign(journey.api, campaignId);
  for (const mails of killAtMails) {
    await passTime({ ...journey, campaignId }, stopAt(journey, mails)).catch(ignoreReached);
    await journey.killAndRestart();
  }
  await passTime({ ...journey, campaignId });

  const { stats, status } = await journey.api.get(Campaign, `/campaigns/${campaignId}`);
  const recipients = await readRecipients(journey.report.mail.webUrl);
  const lost = recipients.length - stats.sent;
  expect(status).toBe('completed');
  expect(new Set(recipients).size, 'nobody has two mails').toBe(recipients.length);
  expect(stats).toMatchObject({ contacts: contactsMax, completed: stats.sent, pending: 0 });
  expect(stats.completed + stats.failed).toBe(contactsMax);
  expect(lost, 'taken by the server, and the answer lost').toBeGreaterThanOrEqual(0);
  expect(stats.failed).toBeGreaterThanOrEqual(lost);
  expect(stats.failed).toBeLessThanOrEqual(killAtMails.length * concurrency);
  await expectDeliveries(journey, campaignId, stats.sent);
});

const importOnce = ({ api }: Journey) => importContacts(api, contactsCsv(contactsMax), 'import-once');

/** Kills the stack as soon as the import's first contacts are there, and repeats the request under its key. */
async function importThroughKill(journey: Journey): Promise<ImportReport> {
  const first = importOnce(journey).catch(() => undefined);
  await until('the first contacts', () => journey.receiver.count('contact.created') > 0);
  await journey.killAndRestart();
  await first;

  return importOnce(journey);
}

class Reached extends Error {}

function stopAt(journey: Journey, mails: number) {
  return async () => {
    if ((await journey.countMails()) >= mails) throw new Reached();
  };
}

function ignoreReached(error: unknown): void {
  if (!(error instanceof Reached)) throw error;
}

/** Every `email.sent` at least once, under the id and with the ids that the ledger has. */
async function expectDeliveries({ api, receiver }: Journey, campaignId: string, sent: number): Promise<void> {
  await until('every email.sent', () => receiver.count('email.sent') >= sent);
  await until('the end', () => receiver.count('campaign.completed') === 1);
  const activity = await api.readAll(ActivityEvent, `/activity?campaignId=${campaignId}`);
  const ledger = activity.filter(({ type }) => type === 'email.sent').map(({ id }) => id);
  const delivered = receiver.deliveries.filter(({ event }) => event === 'email.sent');
  const bodies = new Set(delivered.map(({ id, body }) => `${id} ${body}`));

  expect(ledger).toHaveLength(sent);
  expect(new Set(delivered.map(({ id }) => id))).toEqual(new Set(ledger));
  expect(bodies.size, 'the same bytes each time').toBe(sent);
  expect(receiver.forgeries()).toBe(0);
}
