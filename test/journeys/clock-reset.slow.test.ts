import { expect, test } from 'vitest';
import { Contact } from '#lib/contacts/contact.ts';
import { subscribe } from '../../infra/local/demo/campaign.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { names, startCorrespondence } from './support/correspondence.ts';
import { type Journey, startJourney } from './support/journey.ts';

const dayMs = 86_400_000;

test('a campaign continues within its gaps after the clock was three days ahead and is reset', {
  timeout: 120_000,
}, async () => {
  const story = await startCorrespondence();
  const { time } = story;
  const emails = names.length;
  await time.advance(3 * dayMs);
  await waitUntil('the first follow-up', async () => {
    await time.advance(5_000);

    return (await story.countMails()) > emails;
  });
  await reset(story);

  await waitUntil('all follow-ups', async () => {
    await time.advance(5_000);

    return (await story.countMails()) === 2 * emails;
  });
  expect(Date.parse((await time.status()).now) - Date.now()).toBeLessThan(dayMs / 24);
});

test('a failed delivery is retried a few minutes after the clock was three days ahead and is reset', {
  timeout: 120_000,
}, async () => {
  let status = 500;
  const journey = await startJourney(() => status);
  const { api, receiver, time } = journey;
  await subscribe(api, receiver, ['contact.created']);
  await time.advance(3 * dayMs);
  await api.post(Contact, '/contacts', { email: 'zoe@example.com' });
  await waitUntil('the first attempt', () => receiver.deliveries.length === 1);
  await reset(journey);

  status = 200;
  await waitUntil('the second attempt', async () => {
    await time.advance(20_000);

    return receiver.deliveries.length === 2;
  });
  expect(Date.parse((await time.status()).now) - Date.now()).toBeLessThan(dayMs / 24);
});

async function reset({ report }: Pick<Journey, 'report'>): Promise<void> {
  const response = await fetch(`${report.controlUrl}/clock`, { method: 'POST', body: '{"reset": true}' });
  expect(await response.json()).toMatchObject({ offsetMs: 0 });
}
