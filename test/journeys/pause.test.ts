import { expect, test } from 'vitest';
import { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { advanceUntilCompleted, startCampaign } from '../../infra/local/demo/campaign.ts';
import { isWholeTier } from '../support/tier.ts';
import { startedCampaign } from './support/campaign.ts';
import { startJourney } from './support/journey.ts';
import { readCampaignRecipients } from './support/recipients.ts';

const contactsMax = 30;
const sending = ['ticks', 'jobs', 'sends'];

test.runIf(isWholeTier)(
  'a paused campaign sends no email until it is started again, and then none twice',
  {
    timeout: 120_000,
  },
  async () => {
    const journey = await startJourney();
    const { api, time } = journey;
    const { campaignId, addresses } = await startedCampaign(journey, { contacts: contactsMax, accounts: 3 });
    while ((await journey.countMails()) < 9) {
      await time.settle(sending);
      await time.advance(10_000);
    }

    const paused = await api.post(Campaign, `/campaigns/${campaignId}/pause`);
    // Emails that were claimed before the pause may still be sent.
    await time.settle(sending);
    const sentBefore = await journey.countMails();
    for (const waitSeconds of [10, 10, 10, 900, 3600, 7200]) {
      await time.advance(waitSeconds * 1000);
      await time.settle(sending);
    }

    expect(paused.status).toBe('paused');
    expect(sentBefore).toBeLessThan(contactsMax);
    expect(await journey.countMails()).toBe(sentBefore);

    await startCampaign(api, campaignId);
    await advanceUntilCompleted({ api, time, campaignId });
    const recipients = await readCampaignRecipients(journey.report.mail.webUrl);
    expect(recipients.toSorted()).toEqual(addresses.toSorted());
  },
);
