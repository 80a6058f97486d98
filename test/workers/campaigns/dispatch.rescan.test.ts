import { beforeAll, beforeEach, expect, test } from 'vitest';
import { dispatchKey } from '#lib/campaigns/items.ts';
import { toDispatch } from '#lib/campaigns/stored.ts';
import { executionKey } from '#lib/executions/items.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { connected } from '../../support/stack.ts';
import { runCampaign } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { countMessages, takeMessages, useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const people = Array.from({ length: 4 }, () => ({}));
const minute = 60_000;

beforeAll(() => useOwnResources());
beforeEach(() => takeMessages('sends'));

async function readDispatch(campaignId: string) {
  const item = await connected().table.get(dispatchKey(workspaceId, campaignId), { consistent: true });

  return toDispatch(item ?? { pk: '', sk: '' });
}

/** Dispatches each minute of a period. @returns the number of queued messages at each minute with any */
async function dispatchEachMinute(campaignId: string, from: number, minutes: number) {
  const queued: number[] = [];
  for (let at = from; at < from + minutes * minute; at += minute) {
    setClock(at);
    const before = await countMessages('sends');
    await consume(dispatch, [{ workspaceId, campaignId }]);
    const after = await countMessages('sends');
    queued.push(after.ready + after.delayed - before.ready - before.delayed);
  }

  return queued.filter((count) => count > 0);
}

test('emails that slow workers do not send in time get further messages with growing delays', async () => {
  const { campaign } = await runCampaign(workspaceId, { contacts: people });
  const queued = await dispatchEachMinute(campaign.id, Date.now(), 60);

  // After about 2, 4, 8, 16 and 30 minutes, instead of 20 times.
  expect(queued.length).toBeLessThanOrEqual(6);
  expect(queued.length).toBeGreaterThanOrEqual(4);
  expect(new Set(queued)).toEqual(new Set([people.length]));
  expect((await readDispatch(campaign.id)).rescanDelayMs).toBe(30 * minute);
});

test('the delay is two minutes again after a rescan that finds no earlier email', async () => {
  const { campaign, contactIds } = await runCampaign(workspaceId, { contacts: people });
  const start = Date.now();
  await dispatchEachMinute(campaign.id, start, 6);
  expect((await readDispatch(campaign.id)).rescanDelayMs).toBeGreaterThan(2 * minute);
  // As after sending: the executions leave the queue.
  for (const contactId of contactIds) {
    await connected().table.update({
      update: executionKey(workspaceId, contactId, campaign.id),
      remove: ['gsi3pk', 'gsi3sk'],
    });
  }
  await dispatchEachMinute(campaign.id, start + 60 * minute, 1);

  expect((await readDispatch(campaign.id)).rescanDelayMs).toBe(2 * minute);
});
