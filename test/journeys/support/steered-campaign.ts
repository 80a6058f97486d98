import * as z from 'zod/mini';
import { EnrolledCampaign } from '#lib/campaigns/definition/campaign.ts';
import { Contact } from '#lib/contacts/contact.ts';
import { importContacts } from '../../../infra/local/demo/campaign.ts';
import { type Journey, startJourney } from './journey.ts';
import { contactsFile, type PlantedTexts } from './planted-person.ts';

const others = ['bo@recipients.example', 'cy@recipients.example', 'di@recipients.example'];

/** A draft with two steps and two variants. Its contacts were imported, and one of them has planted texts. */
export interface SteeredCampaign {
  readonly journey: Journey;
  readonly campaign: z.infer<typeof EnrolledCampaign>;
  readonly contacts: readonly Contact[];
  readonly person: Contact;
  readonly texts: PlantedTexts;
  /** Advances the clock, and waits until all due work is done. */
  advance(milliseconds: number): Promise<void>;
}

const queueNames = ['ticks', 'jobs', 'sends', 'syncs', 'deliveries', 'exports'];

/** @param assembly as in `startJourney` */
export async function draftCampaign(assembly?: string): Promise<SteeredCampaign> {
  const journey = await startJourney(undefined, undefined, assembly);
  const { api, receiver, time } = journey;
  const subscription = { url: receiver.url, events: ['*'], include: ['contact', 'campaign', 'variant'] };
  const { secret } = await api.post(z.object({ secret: z.string() }), '/webhooks', subscription);
  receiver.useSecret(secret);
  const [accountId] = await journey.connectAccounts(1, 1);
  const texts: PlantedTexts = new Map();
  await importContacts(api, contactsFile(texts, others), 'see and steer');
  const contacts = await api.readAll(Contact, '/contacts');
  const person = contacts.find(({ firstName }) => firstName === texts.get('first name'));
  if (!person) throw new Error('the person was not imported');
  const campaign = await api.post(EnrolledCampaign, '/campaigns', {
    ...definition,
    emailAccountIds: [accountId],
    contactIds: contacts.map(({ id }) => id),
  });
  const advance = async (milliseconds: number) => {
    await time.advance(milliseconds);
    await time.settle(queueNames);
  };
  await advance(1000);

  return { journey, campaign, contacts, person, texts, advance };
}

const greeting = '{{firstName | default: "you"}}';
/** The link has a value of the contact. */
const body =
  '<p>Good day, see <a href="https://example.com/?for={{custom.reference | default: "you"}}">this</a>.</p>';

const definition = {
  name: 'See and steer',
  schedule: {
    windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '00:00', to: '24:00' }],
  },
  steps: [
    {
      businessDaysOnly: false,
      variants: [
        { subject: `A question for ${greeting}`, bodyHtml: body },
        { subject: `${greeting}, a question`, bodyHtml: body },
      ],
    },
    {
      delay: { value: 1, unit: 'days' },
      businessDaysOnly: false,
      variants: [{ bodyText: 'Did you see my email?' }],
    },
  ],
};
