import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { countersKey, dispatchKey } from '#lib/campaigns/state/items.ts';
import { toDispatch } from '#lib/campaigns/state/stored.ts';
import { findAccount } from '#lib/email-accounts/email-accounts.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { handler as pause } from '../../../functions/campaigns/pause.ts';
import { readCampaign } from '../../api/support/seed.ts';
import { call } from '../../support/call.ts';
import { connected, newApiKey } from '../../support/stack.ts';
import { eventKinds } from '../support/activity.ts';
import { runCampaign } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { countMessages, takeMessages, useOwnResources, wakeTimeOf } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const people = (count: number) => Array.from({ length: count }, () => ({}));
const readAccount = (accountId: string) => findAccount(connected().table, workspaceId, accountId);
const readDispatch = async (campaignId: string) => {
  const item = await connected().table.get(dispatchKey(workspaceId, campaignId));

  return item && toDispatch(item);
};
/** Number of send messages that a dispatch queues: ready, or delayed until their slot. */
async function countSendMessages(act: () => Promise<unknown>): Promise<{ ready: number; delayed: number }> {
  const before = await countMessages('sends');
  await act();
  const after = await countMessages('sends');

  return { ready: after.ready - before.ready, delayed: after.delayed - before.delayed };
}

beforeAll(() => useOwnResources());
beforeEach(() => takeMessages('sends'));

describe('dispatching an active campaign', () => {
  test('assigns each due execution a slot, one gap apart, and schedules the next dispatch', async () => {
    const { campaign, accountIds, calls } = await runCampaign(workspaceId, { contacts: people(5) });
    const startedAt = Date.now();
    const dispatchMessage = { workspaceId, campaignId: campaign.id };
    expect(
      await countSendMessages(async () => expect(await consume(dispatch, [dispatchMessage])).toEqual([])),
    ).toEqual({
      ready: 1,
      delayed: 4,
    });

    expect(calls).toContainEqual((await takeMessages('sends'))[0]);
    const account = await readAccount(accountIds[0] ?? '');
    expect(account?.slotsToday).toBe(5);
    expect(account?.slotAt).toBeGreaterThanOrEqual(startedAt + 40_000);
    const next = await readDispatch(campaign.id);
    // Two minutes after the last slot; EventBridge Scheduler has a resolution of one second.
    expect(next?.lastSlotAt).toBe(account?.slotAt);
    expect(await wakeTimeOf(campaign.id)).toBe(Math.ceil(((next?.lastSlotAt ?? 0) + 120_000) / 1000) * 1000);
  });

  test('queues no second message while the first one may still be in the queue', async () => {
    const { campaign } = await runCampaign(workspaceId, { contacts: people(3) });
    const dispatchMessage = { workspaceId, campaignId: campaign.id };
    await consume(dispatch, [dispatchMessage]);

    expect(await countSendMessages(() => consume(dispatch, [dispatchMessage]))).toEqual({
      ready: 0,
      delayed: 0,
    });
  });

  test('queues a new message two minutes after a slot without an email', async () => {
    const { campaign } = await runCampaign(workspaceId, { contacts: people(3) });
    const dispatchMessage = { workspaceId, campaignId: campaign.id };
    await consume(dispatch, [dispatchMessage]);
    setClock(Date.now() + 30_000 + 120_000);

    const { ready, delayed } = await countSendMessages(() => consume(dispatch, [dispatchMessage]));
    expect(ready + delayed).toBe(3);
  });

  test('distributes emails over all accounts', async () => {
    const { campaign, accountIds } = await runCampaign(workspaceId, {
      contacts: people(6),
      accounts: [{}, {}, {}],
    });
    await consume(dispatch, [{ workspaceId, campaignId: campaign.id }]);
    const accounts = await Promise.all(accountIds.map(readAccount));

    expect(accounts.map((account) => account?.slotsToday)).toEqual([2, 2, 2]);
  });

  test('respects the daily limit of an account that several campaigns share', async () => {
    const first = await runCampaign(workspaceId, { contacts: people(6), accounts: [{ dailyLimit: 4 }] });
    const accountId = first.accountIds[0] ?? '';
    const second = await runCampaign(workspaceId, {
      contacts: people(6),
      accounts: [],
      campaign: { emailAccountIds: [accountId] },
    });
    const dispatchMessages = [first, second].map(({ campaign }) => ({
      workspaceId,
      campaignId: campaign.id,
    }));
    setClock(Math.floor(Date.now() / 86_400_000) * 86_400_000 + 86_400_000 + 3_600_000);
    const sent = await countSendMessages(async () => {
      for (let turn = 0; turn < 4; turn++) {
        await Promise.all(
          [...dispatchMessages, ...dispatchMessages].map((dispatchMessage) =>
            consume(dispatch, [dispatchMessage]),
          ),
        );
      }
    });

    expect((await readAccount(accountId))?.slotsToday).toBe(4);
    expect(sent.ready + sent.delayed).toBe(4);
    // The other executions wait for the account's next day.
    const nextDispatches = await Promise.all(
      dispatchMessages.map(({ campaignId }) => wakeTimeOf(campaignId)),
    );
    for (const nextDispatch of nextDispatches)
      expect(nextDispatch).toBeLessThanOrEqual(Date.now() + 86_400_000);
  });
});

describe('dispatching an inactive campaign', () => {
  test('queues no message and removes the schedule', async () => {
    const { campaign } = await runCampaign(workspaceId, { contacts: people(2) });
    const { id } = campaign;
    const paused = await call(pause, {
      method: 'POST',
      path: `/campaigns/${id}/pause`,
      params: { id },
      apiKey: await newApiKey(workspaceId, { scope: 'full-access' }),
    });
    expect(paused.status).toBe(200);

    expect(await countSendMessages(() => consume(dispatch, [{ workspaceId, campaignId: id }]))).toEqual({
      ready: 0,
      delayed: 0,
    });
    expect(await wakeTimeOf(id)).toBeUndefined();
  });

  test('succeeds for a campaign that does not exist', async () => {
    expect(await consume(dispatch, [{ workspaceId, campaignId: newId('cmp', 0) }])).toEqual([]);
  });
});

describe('dispatching a campaign after all its executions have ended', () => {
  test('completes it with one event, also after concurrent dispatches', async () => {
    const { campaign } = await runCampaign(workspaceId, { contacts: people(2) });
    const dispatchMessage = { workspaceId, campaignId: campaign.id };
    await connected().table.update({
      update: countersKey(workspaceId, campaign.id),
      set: { completed: 1, failed: 1, sent: 1 },
    });
    await Promise.all(Array.from({ length: 4 }, () => consume(dispatch, [dispatchMessage])));
    await consume(dispatch, [dispatchMessage]);

    expect(await readCampaign(workspaceId, campaign.id)).toMatchObject({
      status: 'completed',
      completedAt: expect.any(String),
    });
    expect(await eventKinds(workspaceId, campaign.id)).toEqual(['campaign.started', 'campaign.completed']);
    expect(await wakeTimeOf(campaign.id)).toBeUndefined();
  });
});
