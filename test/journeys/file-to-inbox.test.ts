import { expect, test } from 'vitest';
import { passTime, subscribe } from '../../infra/local/demo/campaign.ts';
import { findWrong, readFigures } from '../../infra/local/demo/figures.ts';
import { until } from '../../infra/local/demo/stack-time.ts';
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

  await passTime({ api, time, campaignId });
  await until('the last webhook', () => receiver.count('campaign.completed') === 1);
  await until('every email.sent', () => receiver.count('email.sent') >= contactsMax);

  expect(report).toMatchObject({ total: contactsMax, created: contactsMax, failed: 0 });
  expect(new Set(addresses).size).toBe(contactsMax);
  const webUrl = journey.report.mail.webUrl;
  expect(findWrong(await readFigures({ api, receiver, webUrl, campaignId, addresses }))).toEqual([]);
  expect(receiver.count('campaign.started')).toBe(1);
});
