import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { runCampaign } from '../support/campaign.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { countMessages, takeMessages, useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const people = Array.from({ length: 4 }, () => ({}));
const minute = 60_000;

beforeAll(() => useOwnResources());
beforeEach(() => takeMessages('sends'));

/** Messages of other campaigns that no worker has received yet. */
const addBacklog = (count: number) =>
  sqsQueue('sends').send(
    Array.from({ length: count }, () => ({ message: { workspaceId, serviceEmailId: '' } })),
  );

/** Dispatches each minute of a period. @returns the minutes in which messages were queued, with their number */
async function dispatchEachMinute(campaignId: string, from: number, minutes: number) {
  const queued: [minute: number, count: number][] = [];
  const total = async () => {
    const { ready, delayed } = await countMessages('sends');

    return ready + delayed;
  };
  for (let at = 0; at < minutes; at++) {
    setClock(from + at * minute);
    const before = await total();
    await consume(dispatch, [{ workspaceId, campaignId }]);
    const count = (await total()) - before;
    if (count > 0) queued.push([at, count]);
  }

  return queued;
}

test('while more than 50 messages wait for workers, an email gets a second message only after half an hour', async () => {
  const { campaign } = await runCampaign(workspaceId, { contacts: people });
  await addBacklog(51);
  const [first, second, ...others] = await dispatchEachMinute(campaign.id, Date.now(), 40);

  expect([first?.[1], second?.[1]]).toEqual([people.length, people.length]);
  expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBeGreaterThanOrEqual(30);
  expect(others).toEqual([]);
});

test('if workers are fast, an email that has lost its message gets another one after two minutes', async () => {
  const { campaign } = await runCampaign(workspaceId, { contacts: people });
  await addBacklog(40);
  const [first, second] = await dispatchEachMinute(campaign.id, Date.now(), 10);

  expect(second?.[1]).toBe(people.length);
  expect((second?.[0] ?? 0) - (first?.[0] ?? 0)).toBeLessThanOrEqual(7);
});

test('a backlog does not delay emails that have no message yet', async () => {
  const { campaign } = await runCampaign(workspaceId, { contacts: people });
  await addBacklog(60);

  expect(await dispatchEachMinute(campaign.id, Date.now(), 1)).toEqual([[0, people.length]]);
});
