import { beforeAll, beforeEach, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { planPause } from '#lib/campaigns/pause.ts';
import { newId } from '#lib/values/ids.ts';
import { commitNow, startCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { runCampaign } from '../support/campaign.ts';
import { monday, setClock } from '../support/clock.ts';
import { simulateWorkers } from '../support/course.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { sendingBy } from '../support/one-mail.ts';
import { useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const minuteMs = 60_000;
let mail: MailServer;

beforeAll(async () => {
  await useOwnResources();
  mail = await startMailServer();
});
beforeEach(() => setClock(monday));

/** Minutes after the campaign's start at which emails were sent. */
async function sentAfter(campaignId: string): Promise<number[]> {
  const { data } = await listActivity(connected(), workspaceId, {
    campaignId,
    type: ['email.sent'],
    limit: 100,
  });

  return data.map(({ occurredAt }) => (Date.parse(occurredAt) - monday) / minuteMs).reverse();
}

const pauses: [string, number][] = [
  ['that ends before the last slot assigned before it', 5],
  ['that ends two minutes after that slot', 12],
  ['that ends long after that slot', 40],
];

test.each(pauses)('an account sends at its full rate after a pause %s', async (_, pausedMinutes) => {
  const { campaign } = await runCampaign(workspaceId, {
    contacts: Array.from({ length: 30 }, () => ({})),
    accounts: [{ ...sendingBy(mail), minGapSeconds: 60, maxGapSeconds: 60 }],
  });
  const workers = simulateWorkers({ workspaceId, campaignId: campaign.id });
  await workers.runUntil(monday + 4.5 * minuteMs);
  await commitNow(workspaceId, await planPause(connected(), workspaceId, campaign.id));
  workers.wake();
  const restartedAt = 4.5 + pausedMinutes;
  await workers.runUntil(monday + restartedAt * minuteMs);
  expect(await sentAfter(campaign.id)).toEqual([0, 1, 2, 3, 4]);
  await startCampaign(workspaceId, campaign.id);
  workers.wake();
  await workers.runUntil(monday + (restartedAt + 60) * minuteMs);

  const times = [restartedAt, ...(await sentAfter(campaign.id)).slice(5)];
  expect(times).toHaveLength(26);
  const gaps = times.slice(1).map((at, position) => at - (times[position] ?? 0));
  expect(Math.max(...gaps)).toBeLessThanOrEqual(1.5);
});
