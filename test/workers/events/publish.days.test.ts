import { beforeAll, beforeEach, expect, test } from 'vitest';
import { commit } from '#lib/commit/commit.ts';
import { readBreakdown } from '#lib/statistics/breakdown.ts';
import { readDays } from '#lib/statistics/days.ts';
import { recountStatistics } from '#lib/statistics/recount.ts';
import { idCode, newId } from '#lib/values/ids.ts';
import { planSettingsUpdate } from '#lib/workspaces/settings.ts';
import { connected } from '../../support/stack.ts';
import { readOutbox } from '../support/activity.ts';
import { dayMs } from '../support/clock.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { type EmailEvent, publishAt, record } from '../support/statistics.ts';

/** Before midnight in Berlin, which is then an hour ahead of UTC. */
const begin = Date.parse('2026-03-10T22:50:00.000Z');
const minuteMs = 60_000;
const [campaignId, emailAccountId] = [newId('cmp', begin), newId('acc', begin)];
const scopes = [undefined, campaignId, emailAccountId];
const year = { from: '2026-01-01', to: '2026-12-31' };
const stepId = 'stp_STEP0001';
let workspaceId: string;

const recordAt = (at: number, type: EmailEvent = 'email.sent') =>
  record(workspaceId, { type, at, campaignId, emailAccountId, stepId });

async function mail(at: number): Promise<void> {
  const { outbox } = await recordAt(at);
  await publishAt(at + 1000, outbox);
}

async function setZone(timezone: string, at: number): Promise<void> {
  const services = { ...connected(), now: () => at };
  await commit(services, workspaceId, await planSettingsUpdate(services, workspaceId, { timezone }));
}

/** The sent emails and clicks of each day, which must be the same in each scope and in the breakdown. */
async function countDays(): Promise<Record<string, number>> {
  const { table } = connected();
  const read = scopes.map(async (scope) => {
    const days = await readDays(table, workspaceId, scope, year);

    return [...days].map(([day, { sent, clicked }]) => [day, sent + clicked] as const);
  });
  const breakdown = [...(await readBreakdown(table, workspaceId, campaignId, year))];
  const [days = [], ...others] = await Promise.all(read);
  const ofStep = breakdown.map(([day, { step }]) => {
    const { sent = 0, clicked = 0 } = step.get(idCode(stepId)) ?? {};

    return [day, sent + clicked] as const;
  });
  for (const other of [...others, ofStep]) expect(other).toEqual(days);
  expect(await recountStatistics(table, workspaceId, year, [campaignId, emailAccountId], false)).toEqual([]);

  return Object.fromEntries(days);
}

beforeAll(() => useOwnResources());
beforeEach(() => {
  workspaceId = newId('wsp', begin);
});

test.each([
  ['UTC', '2026-03-10', '2026-03-10'],
  ['Europe/Berlin', '2026-03-10', '2026-03-11'],
  ['Asia/Kathmandu', '2026-03-11', '2026-03-11'],
  ['America/New_York', '2026-03-10', '2026-03-10'],
])('a workspace in %s counts an event on its own day', async (timezone, before, after) => {
  await setZone(timezone, begin - dayMs);
  await mail(begin);
  await mail(begin + 20 * minuteMs);

  expect(await countDays()).toEqual(before === after ? { [before]: 2 } : { [before]: 1, [after]: 1 });
});

test('a new time zone applies a minute later, and counted days keep their counts', async () => {
  await mail(begin);
  await setZone('Asia/Kathmandu', begin + minuteMs);
  await mail(begin + 2 * minuteMs - 1);
  expect(await countDays()).toEqual({ '2026-03-10': 2 });
  await mail(begin + 2 * minuteMs);
  await setZone('UTC', begin + 3 * minuteMs);
  await mail(begin + 4 * minuteMs);

  expect(await countDays()).toEqual({ '2026-03-10': 3, '2026-03-11': 1 });
});

test('an event that is published late, or again, is counted once on its own day', async () => {
  const { outbox } = await recordAt(begin);
  await setZone('Asia/Kathmandu', begin + minuteMs);
  await publishAt(begin + 3 * dayMs, outbox);
  await publishAt(begin + 3 * dayMs, outbox);

  expect(await countDays()).toEqual({ '2026-03-10': 1 });
});

test('a retraction reverts the day of its event, also after a change of the time zone', async () => {
  const { recorded, event, outbox } = await recordAt(begin, 'email.clicked');
  await publishAt(begin + 1000, outbox);
  await setZone('Asia/Kathmandu', begin + minuteMs);
  const later = begin + 10 * minuteMs;
  await commit({ ...connected(), now: () => later }, workspaceId, {
    writes: [],
    retractions: [{ id: recorded.id, event, botReason: 'many_links' }],
  });
  await publishAt(later, await readOutbox());

  expect(await countDays()).toEqual({ '2026-03-10': 0 });
});
