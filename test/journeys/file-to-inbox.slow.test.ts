import { expect, test } from 'vitest';
import { advanceUntilCompleted, subscribe } from '../../infra/local/demo/campaign.ts';
import { findUnexpected, readFigures } from '../../infra/local/demo/figures.ts';
import { waitUntil } from '../../infra/local/demo/stack-time.ts';
import { startedCampaign } from './support/campaign.ts';
import { startJourney } from './support/journey.ts';

const contactsMax = 40;

test('contacts of a CSV file get one email and one signed webhook each', {
  timeout: 120_000,
}, async () => {
  const journey = await startJourney();
  const { api, receiver, time } = journey;
  await subscribe(api, receiver);
  const { campaignId, addresses, report } = await startedCampaign(journey, {
    contacts: contactsMax,
    accounts: 8,
  });

  await advanceUntilCompleted({ api, time, campaignId });
  await waitUntil('the last webhook', () => receiver.count('campaign.completed') === 1);
  await waitUntil('every email.sent', () => receiver.count('email.sent') >= contactsMax);

  expect(report).toMatchObject({ total: contactsMax, created: contactsMax, failed: 0 });
  expect(new Set(addresses).size).toBe(contactsMax);
  const webUrl = journey.report.mail.webUrl;
  expect(findUnexpected(await readFigures({ api, receiver, webUrl, campaignId, addresses }))).toEqual([]);
  expect(receiver.count('campaign.started')).toBe(1);
});
