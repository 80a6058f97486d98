import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { Campaign } from '#lib/campaigns/definition/campaign.ts';
import type { ImportReport } from '#lib/contacts/import/report.ts';
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
import { isWholeTier } from '../support/tier.ts';
import { miscounted, nothingMiscounted } from './support/counters.ts';
import { contactsCsv, type Journey, startJourney } from './support/journey.ts';

const Page = z.object({ data: z.array(z.unknown()) });

const importedMax = 600;
const contactsMax = 70;
const accounts = 8;
/** The stack is killed as soon as the inbox has so many mails: before most of their senders have noted it. */
const killAtMails = [1, 18, 36, 54];

test.runIf(isWholeTier)(
  'killing the whole stack in the middle of sending and starting it again sends nobody two mails and leaves nothing stuck',
  {
    timeout: 240_000,
  },
  async () => {
    const journey = await startJourney();
    await subscribe(journey.api, journey.receiver, ['email.sent', 'campaign.completed']);
    const accountIds = await journey.connectAccounts(accounts);

    const report = await importThroughKill(journey);
    expect(report).toMatchObject({ total: importedMax, created: importedMax, skipped: 0, failed: 0 });
    expect(await importOnce(journey)).toEqual(report);
    const contacts = await listContacts(journey.api);
    expect(contacts).toHaveLength(importedMax);

    const campaignId = await createCampaign(
      journey.api,
      contacts.slice(0, contactsMax).map(({ id }) => id),
      accountIds,
    );
    // While the executions are being made.
    await journey.killAndRestart();
    await startCampaign(journey.api, campaignId);
    for (const mails of killAtMails) await killAt(journey, campaignId, mails);
    await passTime({ ...journey, campaignId });

    const { stats, status } = await journey.api.get(Campaign, `/campaigns/${campaignId}`);
    const recipients = await readRecipients(journey.report.mail.webUrl);
    const lost = recipients.length - stats.sent;
    expect(status).toBe('completed');
    expect(new Set(recipients).size, 'nobody has two mails').toBe(recipients.length);
    expect(stats).toMatchObject({ contacts: contactsMax, completed: stats.sent, pending: 0, inProgress: 0 });
    const failed = contactsMax - stats.completed;
    expect(lost, 'taken by the server, and the answer lost').toBeGreaterThanOrEqual(0);
    expect(failed).toBeGreaterThanOrEqual(lost);
    // An account has one mail in hand at a time: the fate of these is unknown after a kill.
    expect(failed).toBeLessThanOrEqual(killAtMails.length * accounts);
    await expectDeliveries(journey, campaignId, stats.sent);
    expect(await miscounted(journey)).toEqual(nothingMiscounted);
  },
);

const importOnce = ({ api }: Journey) => importContacts(api, contactsCsv(importedMax), 'import-once');

/** Kills the stack as soon as the import's first contacts are there, and repeats the request under its key. */
async function importThroughKill(journey: Journey): Promise<ImportReport> {
  const first = importOnce(journey).catch(() => undefined);
  await until('the first contacts', async () => {
    const { data } = await journey.api.get(Page, '/contacts?limit=1');

    return data.length > 0;
  });
  await journey.killAndRestart();
  await first;
  expect((await listContacts(journey.api)).length, 'killed in the middle').toBeLessThan(importedMax);

  return importOnce(journey);
}

async function killAt(journey: Journey, campaignId: string, mails: number): Promise<void> {
  const passage = passTime({ ...journey, campaignId }).catch(() => 'cut off');
  // As fast as the inbox answers: the moment between the server's 250 and the sender's note of it is short.
  while ((await journey.countMails()) < mails);
  await journey.killAndRestart();
  expect(await passage).toBe('cut off');
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
