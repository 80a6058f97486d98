import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createCampaign, subscribe } from '../../infra/local/demo/campaign.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { type Journey, startJourney } from './support/journey.ts';

/** Longer than the first run of a function takes in the local stack. */
const lagSeconds = 10;
/** The interval of the sweeper. */
const sweepMs = 60_000;

const Created = z.object({ id: z.string() });
const Resource = z.looseObject({ id: z.string() });
const Account = z.object({ lastSyncAt: z.nullable(z.string()) });
const Page = z.object({ data: z.array(Created) });

let count = 0;
const newEmail = () => `stale.${++count}@customer.example`;

/** A new element of each list, and its change. */
const resources = {
  contacts: [() => ({ email: newEmail() }), { firstName: 'Ada' }],
  companies: [() => ({ name: 'Example' }), { name: 'Other' }],
  campaigns: [
    () => ({ name: 'Spring', steps: [{ variants: [{ subject: 'Hello', bodyText: 'Hello' }] }] }),
    { name: 'Summer' },
  ],
  webhooks: [
    () => ({ url: 'https://hooks.example.com/', events: ['email.sent'] }),
    { url: 'https://new.example.com/' },
  ],
} as const;

/** A strongly consistent read is the exception: all others return the state of ten seconds ago. */
test('clients read what they wrote, and no work is lost, while reads return a state of seconds ago', {
  timeout: 240_000,
}, async () => {
  const journey = await startJourney(undefined, `0,stale=1,lag=${lagSeconds}`);
  const { api } = journey;

  const [accountId = ''] = await journey.connectAccounts(1, 1);
  const isRead = async () => {
    await journey.time.advance(sweepMs);

    return happens(async () => {
      const { lastSyncAt } = await api.get(Account, `/email-accounts/${accountId}`);

      return lastSyncAt !== null;
    });
  };
  // The first sweep may read an index that does not have the account yet.
  expect
    .soft((await isRead()) || (await isRead()), 'an inbox is read from the connection of its account')
    .toBe(true);

  await subscribe(api, journey.receiver, ['contact.created']);
  const contactId = await create(journey, 'contacts');
  const isDelivered = await happens(() => journey.receiver.count('contact.created') === 1);
  expect.soft(isDelivered, 'a webhook receives the first event after its creation').toBe(true);

  const enrolled = createCampaign(api, [await create(journey, 'contacts'), contactId], [accountId]);
  await expect.soft(enrolled, 'a campaign accepts a new contact').resolves.toMatch(/^cmp_/);

  for (const [name, [, patch]] of Object.entries(resources)) {
    const id = await create(journey, name as keyof typeof resources);
    const path = `/${name}/${id}`;
    expect.soft(await statusOf(journey, path), `GET ${name} after POST`).toBe(200);
    await api.send('PATCH', path, patch);
    const changed = await api.get(Resource, path).catch(String);
    expect.soft(changed, `GET ${name} after PATCH`).toMatchObject(patch);
    const isListed = async () => (await api.get(Page, `/${name}`)).data.some((each) => each.id === id);
    expect.soft(await happens(isListed), `GET ${name} lists the new element at last`).toBe(true);
    if (name === 'companies') continue;
    await api.send('DELETE', path);
    expect.soft(await statusOf(journey, path), `GET ${name} after DELETE`).toBe(404);
  }
});

const happens = (condition: () => boolean | Promise<boolean>) =>
  waitUntil('it', condition, 2 * lagSeconds * 1000).then(
    () => true,
    () => false,
  );

async function create({ api }: Journey, name: keyof typeof resources): Promise<string> {
  const { id } = await api.post(Created, `/${name}`, resources[name][0]());

  return id;
}

async function statusOf({ report: { baseUrl, apiKey } }: Journey, path: string): Promise<number> {
  const { status } = await fetch(`${baseUrl}${path}`, { headers: { authorization: `Bearer ${apiKey}` } });

  return status;
}
