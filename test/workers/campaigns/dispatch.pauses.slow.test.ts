import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countersKey, dispatchKey } from '#lib/campaigns/state/items.ts';
import { accountKey } from '#lib/email-accounts/items.ts';
import { resolveUnknownSend } from '#lib/emails/unknown-outcome.ts';
import { executionKey } from '#lib/executions/items.ts';
import { outcomeUnknownWrite } from '#lib/executions/send-transitions.ts';
import { dayKey, kindLetters } from '#lib/statistics/items.ts';
import { newId } from '#lib/values/ids.ts';
import { localDate } from '#lib/values/time-zones.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { readCampaign, startCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds, takeCalls } from '../support/activity.ts';
import { type RunningCampaign, readExecution, runCampaign } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { takeMessages, useOwnResources, wakeTimeOf } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());

beforeAll(() => useOwnResources());
beforeEach(async () => {
  setClock(monday);
  await takeMessages('sends');
});

const setAccount = (accountId: string | undefined, set: Record<string, unknown>) =>
  connected().table.update({ update: accountKey(workspaceId, accountId ?? ''), set });

/** Two concurrent copies of a dispatch message: SQS delivers at least once. */
async function dispatchTwice({ campaign }: RunningCampaign): Promise<void> {
  const dispatchMessage = { workspaceId, campaignId: campaign.id };
  await Promise.all([consume(dispatch, [dispatchMessage]), consume(dispatch, [dispatchMessage])]);
}

describe('a campaign without a working account', () => {
  test('is paused after a day, with one event', async () => {
    const running = await runCampaign(workspaceId, { contacts: [{}, {}], accounts: [{}, {}] });
    const { campaign, accountIds } = running;
    for (const id of accountIds) await setAccount(id, { status: 'error' });
    await dispatchTwice(running);
    expect(await wakeTimeOf(campaign.id)).toBe(monday + dayMs);
    setClock(monday + dayMs - 1000);
    await dispatchTwice(running);
    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({ status: 'active' });
    setClock(monday + dayMs);
    await dispatchTwice(running);
    await dispatchTwice(running);

    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({
      status: 'paused',
      pauseReason: 'no_sending_accounts',
    });
    expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started', 'campaign.paused']);
    expect(await wakeTimeOf(campaign.id)).toBeUndefined();
  });

  test('gets another full day after an account has worked in the meantime', async () => {
    const running = await runCampaign(workspaceId);
    const { campaign, accountIds } = running;
    const [accountId] = accountIds;
    await setAccount(accountId, { status: 'error' });
    await dispatchTwice(running);
    setClock(monday + dayMs / 2);
    await setAccount(accountId, { status: 'connected' });
    await dispatchTwice(running);
    await setAccount(accountId, { status: 'error' });
    setClock(monday + dayMs);
    await dispatchTwice(running);

    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({ status: 'active' });
    expect(await wakeTimeOf(campaign.id)).toBe(monday + 2 * dayMs);
  });
});

describe('a campaign with bounces', () => {
  /** Adds to the statistics and counters as this number of emails and bounces. */
  async function count({ campaign }: RunningCampaign, sent: number, bounced: number, at: number) {
    const { table } = connected();
    const { id } = campaign;
    await table.update({
      update: dayKey(workspaceId, id, localDate(at, 'UTC')),
      add: { [kindLetters.sent]: sent, [kindLetters.bounced]: bounced },
    });
    await table.update({
      update: countersKey(workspaceId, id),
      set: { contacts: 200 },
      add: { sent, bouncedEmails: bounced },
    });
  }
  const cases: [string, number, number, number, string][] = [
    ['is paused at its threshold', 60, 3, 1, 'paused'],
    ['continues below its threshold', 61, 3, 1, 'active'],
    ['continues with fewer than 50 emails', 49, 20, 1, 'active'],
    ['continues after bounces older than a week', 60, 30, 8, 'active'],
  ];

  test.each(cases)('%s', async (_, sent, bounced, daysAgo, status) => {
    const running = await runCampaign(workspaceId, { contacts: [{}] });
    await count(running, sent, bounced, monday - daysAgo * dayMs);
    await dispatchTwice(running);
    await dispatchTwice(running);
    const { campaign } = running;

    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({
      status,
      pauseReason: status === 'paused' ? 'bounce_rate' : null,
    });
    const kinds = await eventKinds(workspaceId, campaign.id);
    expect(kinds.filter((kind) => kind === 'campaign.paused')).toHaveLength(status === 'paused' ? 1 : 0);
    expect(await takeMessages('sends')).toHaveLength(status === 'paused' ? 0 : 1);
  });

  test('is not paused again for bounces from before its restart', async () => {
    const running = await runCampaign(workspaceId, { contacts: [{}] });
    const { campaign } = running;
    await count(running, 60, 30, monday - dayMs);
    await dispatchTwice(running);
    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({ pauseReason: 'bounce_rate' });

    await startCampaign(workspaceId, campaign.id);
    await dispatchTwice(running);
    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({ status: 'active' });
    setClock(monday + 3_600_000);
    await count(running, 49, 40, Date.now());
    await dispatchTwice(running);
    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({ status: 'active' });
    await count(running, 1, 1, Date.now());
    await dispatchTwice(running);

    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({
      status: 'paused',
      pauseReason: 'bounce_rate',
    });
  });
});

test('an idle campaign has no schedule and no worklist entry', async () => {
  const running = await runCampaign(workspaceId, { contacts: [{}], campaign: { continuous: true } });
  const { campaign } = running;
  const { table } = connected();
  await consume(dispatch, [{ workspaceId, campaignId: campaign.id }]);
  expect((await table.get(dispatchKey(workspaceId, campaign.id)))?.['gsi3pk']).toBeDefined();
  // Simulates the end of the only execution.
  await table.update({ update: countersKey(workspaceId, campaign.id), set: { stopped: 1 } });
  const [contactId = ''] = running.contactIds;
  await table.update({
    update: { pk: `W#${workspaceId}#CONTACT#${contactId}`, sk: `EXE#${campaign.id}` },
    remove: ['gsi3pk', 'gsi3sk'],
    set: { status: 'stopped', sendState: 'done' },
  });
  setClock(monday + dayMs);
  await dispatchTwice(running);

  expect(await wakeTimeOf(campaign.id)).toBeUndefined();
  expect((await table.get(dispatchKey(workspaceId, campaign.id)))?.['gsi3pk']).toBeUndefined();
});

describe('a campaign with a last execution that ends after a long idle time', () => {
  test('completes, even if the counters are updated after the dispatch', async () => {
    const { campaign, calls } = await runCampaign(workspaceId);
    const [call] = calls;
    if (!call) throw new Error('there is no contact');
    const { table } = connected();
    const dispatchMessage = { workspaceId, campaignId: campaign.id };
    const key = executionKey(workspaceId, call.contactId, campaign.id);
    await table.update({ update: key, set: { sendState: 'sending', sendToken: 'lost' } });
    await table.update(outcomeUnknownWrite(await readExecution(call), 'lost', monday));
    for (const hours of [0, 7]) {
      setClock(monday + hours * 3_600_000);
      await consume(dispatch, [dispatchMessage]);
    }
    expect(await wakeTimeOf(campaign.id)).toBeUndefined();

    await takeCalls('ticks');
    setClock(monday + dayMs + 1000);
    await resolveUnknownSend(connected(), key);
    await consume(dispatch, [{ ...dispatchMessage, hasEnded: true }]);
    const wakeAt = await wakeTimeOf(campaign.id);
    expect(wakeAt).toBe(monday + dayMs + 61_000);
    expect(await takeCalls('ticks')).toEqual([{ ...dispatchMessage, hasEnded: true }]);
    setClock(wakeAt ?? 0);
    await consume(dispatch, [dispatchMessage]);

    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({ status: 'completed' });
    expect(await wakeTimeOf(campaign.id)).toBeUndefined();
  });
});
