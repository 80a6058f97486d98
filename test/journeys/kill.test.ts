import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { Campaign } from '#lib/campaigns/definition/campaign.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import type { ImportReport } from '#lib/contacts/import/report.ts';
import {
  advanceUntilCompleted,
  createCampaign,
  importContacts,
  listContacts,
  startCampaign,
  subscribe,
} from '../../infra/local/demo/campaign.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { hasFaults } from '../support/faults.ts';
import { isWholeTier } from '../support/tier.ts';
import { noCounterDifferences, readCounterDifferences } from './support/counters.ts';
import { contactsCsv, type Journey, startJourney } from './support/journey.ts';
import { readCampaignRecipients } from './support/recipients.ts';

const Page = z.object({ data: z.array(z.unknown()) });

const importedMax = 600;
const contactsMax = 70;
const accounts = 8;
/** By default, a fifth of the reads of an index return an earlier state. */
const faults = process.env['LOCAL_FAULTS'] ?? '0,stale=0.2';
/** The stack is killed as soon as the inbox has this many emails, before most workers have recorded the outcome. */
const killAtMails = [1, 18, 36, 54];

test.runIf(isWholeTier)(
  'after kills and restarts of the whole stack during sending, no contact gets an email twice and the campaign completes',
  {
    timeout: hasFaults ? 600_000 : 360_000,
  },
  async () => {
    const journey = await startJourney(undefined, faults);
    await subscribe(journey.api, journey.receiver, ['email.sent', 'campaign.completed']);
    const accountIds = await journey.connectAccounts(accounts);

    const report = await importThroughKill(journey);
    expect(report).toMatchObject({ total: importedMax, created: importedMax, skipped: 0, failed: 0 });
    expect(await importOnce(journey)).toEqual(report);
    let contacts: readonly Contact[] = [];
    await waitUntil('all contacts in the list', async () => {
      contacts = await listContacts(journey.api);

      return contacts.length === importedMax;
    });

    const campaignId = await createCampaign(
      journey.api,
      contacts.slice(0, contactsMax).map(({ id }) => id),
      accountIds,
    );
    // While the enrolment job runs.
    await journey.killAndRestart();
    await startCampaign(journey.api, campaignId);
    for (const mails of killAtMails) await killAt(journey, campaignId, mails);
    await advanceUntilCompleted({ ...journey, campaignId });

    const { stats, status } = await journey.api.get(Campaign, `/campaigns/${campaignId}`);
    const recipients = await readCampaignRecipients(journey.report.mail.webUrl);
    const unrecorded = recipients.length - stats.sent;
    expect(status).toBe('completed');
    expect(new Set(recipients).size, 'no contact gets an email twice').toBe(recipients.length);
    expect(stats).toMatchObject({ contacts: contactsMax, completed: stats.sent, pending: 0, inProgress: 0 });
    const failed = contactsMax - stats.completed;
    expect(unrecorded, 'accepted by the server, outcome unknown').toBeGreaterThanOrEqual(0);
    expect(failed).toBeGreaterThanOrEqual(unrecorded);
    // Each account has at most one email in flight. Its outcome is unknown after a kill.
    expect(failed).toBeLessThanOrEqual(killAtMails.length * accounts);
    await expectDeliveries(journey, campaignId, stats.sent);
    expect(await readCounterDifferences(journey)).toEqual(noCounterDifferences);
  },
);

const importOnce = ({ api }: Journey) => importContacts(api, contactsCsv(importedMax), 'import-once');

/** Kills the stack after the import's first contacts, and repeats the request with its idempotency key. */
async function importThroughKill(journey: Journey): Promise<ImportReport> {
  const first = importOnce(journey).catch(() => undefined);
  await waitUntil('the first contacts', async () => {
    const { data } = await journey.api.get(Page, '/contacts?limit=1');

    return data.length > 0;
  });
  await journey.killAndRestart();
  await first;
  expect((await listContacts(journey.api)).length, 'killed during the import').toBeLessThan(importedMax);

  return importOnce(journey);
}

async function killAt(journey: Journey, campaignId: string, mails: number): Promise<void> {
  const waiting = advanceUntilCompleted({ ...journey, campaignId }).catch(() => 'cut off');
  // Polls without a pause: the time between the server's 250 and the recorded outcome is short.
  while ((await journey.countMails()) < mails);
  await journey.killAndRestart();
  expect(await waiting).toBe('cut off');
}

/** Expects every `email.sent` of the ledger to be delivered at least once, with its id. */
async function expectDeliveries({ api, receiver }: Journey, campaignId: string, sent: number): Promise<void> {
  await waitUntil('every email.sent', () => receiver.count('email.sent') >= sent);
  await waitUntil('the end', () => receiver.count('campaign.completed') === 1);
  let ledger: readonly string[] = [];
  await waitUntil('every email.sent in the activity', async () => {
    const activity = await api.readAll(ActivityEvent, `/activity?campaignId=${campaignId}`);
    ledger = activity.filter(({ type }) => type === 'email.sent').map(({ id }) => id);

    return ledger.length >= sent;
  });
  const delivered = receiver.deliveries.filter(({ event }) => event === 'email.sent');
  const bodies = new Set(delivered.map(({ id, body }) => `${id} ${body}`));

  expect(ledger).toHaveLength(sent);
  expect(new Set(delivered.map(({ id }) => id))).toEqual(new Set(ledger));
  expect(bodies.size, 'a repeated delivery has the same body').toBe(sent);
  expect(receiver.forgeries()).toBe(0);
}
