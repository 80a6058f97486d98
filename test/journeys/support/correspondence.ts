import * as z from 'zod/mini';
import { ActivityEvent } from '#lib/activity/activity-event.ts';
import { EnrolledCampaign } from '#lib/campaigns/definition/campaign.ts';
import { ListedContact } from '#lib/contacts/contact.ts';
import { startCampaign, subscribe } from '../../../infra/local/demo/campaign.ts';
import { type CapturedEmail, listEmails } from '../../../infra/local/demo/inbox-page.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { type Journey, startJourney } from './journey.ts';

/** Contacts, named after their reaction to the first email. */
export const names = ['replies', 'is-away', 'is-gone', 'unsubscribes', 'opts-out', 'is-silent'] as const;
export type Name = (typeof names)[number];
export const addressOf = (name: Name) => `${name}@recipients.example.com`;
/** Additional delay of the next email after an auto-reply. */
export const awayDays = 4;

const queueNames = ['ticks', 'jobs', 'sends', 'syncs', 'deliveries'];
const subscribedEvents = [
  'email.replied',
  'email.bounced',
  'contact.blocklisted',
  'email.unsubscribed',
  'email.opened',
];

/** A campaign with two steps one day apart, and its contacts, emails and events as the API shows them. */
export interface Correspondence extends Journey {
  readonly campaignId: string;
  mailsTo(name: Name): Promise<CapturedEmail[]>;
  contact(name: Name): Promise<ListedContact>;
  eventsOf(name: Name): Promise<ActivityEvent[]>;
  /** Advances the clock once, and waits until all due work is done. */
  advance(milliseconds: number): Promise<void>;
}

/** Resolves when every contact has the first email. */
export async function startCorrespondence(): Promise<Correspondence> {
  const journey = await startJourney();
  const { api, receiver, time } = journey;
  await subscribe(api, receiver, subscribedEvents);
  const [accountId] = await journey.connectAccounts(1, 1);
  const contactIds = await Promise.all(
    names.map(async (name) => (await api.post(Id, '/contacts', { email: addressOf(name) })).id),
  );
  const { id: campaignId } = await api.post(EnrolledCampaign, '/campaigns', {
    name: 'Two steps',
    emailAccountIds: [accountId],
    contactIds,
    autoReplyDelayDays: awayDays,
    schedule: {
      windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
    },
    steps: [
      {
        businessDaysOnly: false,
        variants: [
          { subject: 'Hello', bodyHtml: '<p>Good day, see <a href="https://example.com/">this</a>.</p>' },
        ],
      },
      {
        delay: { value: 1, unit: 'days' },
        businessDaysOnly: false,
        variants: [{ bodyText: 'Did you see my mail?' }],
      },
    ],
  });
  await startCampaign(api, campaignId);
  while ((await journey.countMails()) < names.length) {
    await time.settle(queueNames);
    await time.advance(10_000);
  }
  await time.settle(queueNames);

  return { ...journey, campaignId, ...viewOf(journey, campaignId) };
}

const Id = z.object({ id: z.string() });

function viewOf({ api, time, report }: Journey, campaignId: string) {
  const contact = async (name: Name) => {
    const contacts = await api.readAll(ListedContact, `/contacts?campaignId=${campaignId}`);
    const found = contacts.find(({ email }) => email === addressOf(name));
    if (!found) throw new Error(`${name} is not in the campaign`);

    return found;
  };

  return {
    contact,
    mailsTo: (name: Name) => listEmails(report.mail.webUrl, { to: addressOf(name) }),
    eventsOf: async (name: Name) =>
      api.readAll(ActivityEvent, `/activity?contactId=${(await contact(name)).id}`),
    advance: async (milliseconds: number) => {
      await time.advance(milliseconds);
      await time.settle(queueNames);
    },
  };
}

/** Advances the clock in small steps, because a due follow-up waits for its slot. */
export async function advanceUntilEmail(
  { mailsTo, advance }: Correspondence,
  name: Name,
  count: number,
): Promise<void> {
  await waitUntil(`email ${count} to ${name}`, async () => {
    await advance(20_000);

    return (await mailsTo(name)).length >= count;
  });
}
