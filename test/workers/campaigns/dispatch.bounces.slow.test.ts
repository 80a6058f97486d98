import { beforeEach, expect, test } from 'vitest';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { handler as send } from '../../../functions/emails/send.ts';
import { readCampaign, uniqueEmail } from '../../api/support/seed.ts';
import { publishOutbox } from '../support/activity.ts';
import { type RunningCampaign, runCampaign } from '../support/campaign.ts';
import { expectSameNumbers } from '../support/campaign-numbers.ts';
import { monday, setClock } from '../support/clock.ts';
import { arrive, readingAt, report } from '../support/inbox.ts';
import { host, mail, useMailServers } from '../support/inbox-suite.ts';
import { consume } from '../support/invoke.ts';
import { workspaceId } from '../support/one-mail.ts';
import { readInboxes } from '../support/read-inboxes.ts';

let sender: string;

useMailServers();
beforeEach(() => {
  sender = uniqueEmail();
});

const oneEmail = [{ businessDaysOnly: false, variants: [{ subject: 'Hello', bodyText: 'Good day.' }] }];
/** The least number of emails for which the bounce rate counts. */
const emails = 50;

/** Sends the only email of a campaign to all its contacts. */
async function sendAll(campaign: Record<string, unknown>): Promise<RunningCampaign> {
  const running = await runCampaign(workspaceId, {
    contacts: Array.from({ length: emails }, () => ({})),
    accounts: [{ ...readingAt(host, sender, mail), minGapSeconds: 10, maxGapSeconds: 10, dailyLimit: 100 }],
    campaign: { steps: oneEmail, ...campaign },
  });
  await readInboxes([{ workspaceId, accountId: String(running.accountIds[0]) }]);
  for (const [position, call] of running.calls.entries()) {
    setClock(monday + position * 10_000);
    await consume(send, [call]);
  }
  await publishOutbox();

  return running;
}

/** Reports that the emails of these positions bounced. */
async function bounce(
  { accountIds, campaign }: RunningCampaign,
  positions: readonly number[],
): Promise<void> {
  for (const position of positions) {
    const { raw = '', to = [] } = mail.received[position] ?? {};
    const messageId = /^Message-ID: (<.*>)/im.exec(raw)?.[1] ?? '';
    arrive(host, sender, report({ address: to[0] ?? '', sender, messageId }));
  }
  await readInboxes([{ workspaceId, accountId: String(accountIds[0]) }]);
  await publishOutbox();
  await consume(dispatch, [{ workspaceId, campaignId: campaign.id }]);
}

test('four reports about one email do not pause a campaign, and reports about three emails do', {
  timeout: 60_000,
}, async () => {
  const running = await sendAll({ continuous: true });
  const { campaign, accountIds } = running;
  await bounce(running, [0, 0, 0, 0]);
  expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({ status: 'active' });
  await bounce(running, [1, 2]);

  expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({
    status: 'paused',
    pauseReason: 'bounce_rate',
    stats: { sent: emails, bounced: 3, completed: emails, endedByBounce: 0 },
  });
  const { byStep } = await expectSameNumbers(workspaceId, campaign.id, accountIds);
  expect(byStep.rates.bounceRate?.value).toBe(3 / emails);
});

test('a completed campaign counts later bounces and stays completed', { timeout: 60_000 }, async () => {
  const running = await sendAll({});
  const { campaign, accountIds } = running;
  await consume(dispatch, [{ workspaceId, campaignId: campaign.id }]);
  await bounce(running, [0, 1, 2, 3, 3]);

  expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({
    status: 'completed',
    stats: { sent: emails, bounced: 4, completed: emails },
  });
  await expectSameNumbers(workspaceId, campaign.id, accountIds);
});

test('a campaign is paused if the mail server rejects all addresses', {
  timeout: 60_000,
}, async () => {
  mail.behaviour = { kind: 'refuse', at: 'rcpt', code: 550, text: '5.1.1 User unknown' };
  const running = await sendAll({ continuous: true });
  await bounce(running, []);

  expect(await readCampaign(workspaceId, running.campaign.id)).toMatchObject({
    status: 'paused',
    pauseReason: 'bounce_rate',
    stats: { sent: 0, bounced: emails, endedByBounce: emails },
  });
});
