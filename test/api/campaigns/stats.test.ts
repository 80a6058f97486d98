import { beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { breakdownKey } from '#lib/statistics/items.ts';
import { idCode } from '#lib/values/ids.ts';
import { addDays, localDate } from '#lib/values/time-zones.ts';
import { handler as stats } from '../../../functions/campaigns/stats.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addQuietAccount } from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';
import { pathsOf } from '../support/walk.ts';

const variant = (subject: string) => ({ subject, bodyText: 'Good day.' });
const steps = [{ variants: [variant('A'), variant('B')] }, { variants: [variant('C')] }];
const today = localDate(Date.now(), 'UTC');

let workspace: Workspace;
let campaign: Campaign;

const read = (query: Record<string, string> = {}) =>
  call(stats, {
    method: 'GET',
    path: `/campaigns/${campaign.id}/stats`,
    params: { id: campaign.id },
    query,
    apiKey: workspace.apiKey,
  });

/** Counts of one day, by part and letter of the kind. */
const count = (day: string, counts: Record<string, number>) =>
  connected().table.put({ put: { ...breakdownKey(workspace.workspaceId, campaign.id, day), ...counts } });

const stepAt = (index: number) => campaign.steps[index]?.id ?? '';
const variantAt = (index: number) => campaign.steps[0]?.variants[index]?.id ?? '';

beforeEach(async () => {
  workspace = await newWorkspace();
  const emailAccountIds = [await addQuietAccount(workspace.workspaceId)];
  campaign = await addCampaign(workspace.workspaceId, { steps, emailAccountIds });
  const [first, second] = [idCode(stepAt(0)), idCode(stepAt(1))];
  const [one, other] = [idCode(variantAt(0)), idCode(variantAt(1))];
  const account = idCode(emailAccountIds[0] ?? '');
  await count(today, {
    [`s${first}s`]: 200,
    [`s${first}p`]: 150,
    [`s${first}O`]: 30,
    [`s${second}s`]: 50,
    sDELETED1s: 4,
    [`v${one}s`]: 100,
    [`v${one}p`]: 100,
    [`v${one}O`]: 10,
    [`v${other}s`]: 100,
    [`v${other}p`]: 50,
    [`v${other}O`]: 20,
    [`a${account}s`]: 250,
    [`a${account}O`]: 30,
  });
  await count(addDays(today, -8), { [`s${first}s`]: 7, [`v${one}s`]: 7, [`a${account}s`]: 7 });
});

describe('GET /campaigns/{id}/stats', () => {
  test('divides the counts by step, and sums up deleted steps', async () => {
    const { status, body } = await read();

    expect(status).toBe(200);
    expect(body.totals.counts).toMatchObject({ sent: 261, uniqueOpened: 30 });
    expect(body.groups.map(({ id }: { id: string }) => id)).toEqual([stepAt(0), stepAt(1), null]);
    expect(body.groups[0]).toMatchObject({
      stepId: stepAt(0),
      counts: { sent: 207, uniqueOpened: 30, clicked: 0 },
      bestProbability: null,
      rates: { openRate: { value: 30 / 150 }, clickRate: null, replyRate: { value: 0, low: 0 } },
    });
    expect(body.groups[1]).toMatchObject({ counts: { sent: 50, openTracked: 0 }, rates: { openRate: null } });
    expect(body.groups[2].counts.sent).toBe(4);
  });

  test('compares the variants of a step', async () => {
    const { body } = await read({ groupBy: 'variant', from: today });
    const [one, other, alone] = body.groups;

    expect([one.id, other.id]).toEqual([variantAt(0), variantAt(1)]);
    expect(one.stepId).toBe(stepAt(0));
    expect(one.bestProbability.open + other.bestProbability.open).toBeCloseTo(1, 9);
    expect(other.bestProbability.open).toBeGreaterThan(0.95);
    expect(other.bestProbability.click).toBeCloseTo(0.5, 9);
    expect(alone).toMatchObject({ counts: { sent: 0 }, rates: { openRate: null }, bestProbability: null });
  });

  test('divides the counts by account', async () => {
    const { body } = await read({ groupBy: 'account' });

    expect(body.groups).toHaveLength(1);
    expect(body.groups[0]).toMatchObject({ id: campaign.emailAccountIds[0], counts: { sent: 257 } });
  });

  test('has a series by day or week of the period', async () => {
    const from = addDays(today, -20);
    const daily = await read({ from, interval: 'day' });
    const weekly = await read({ from, interval: 'week' });

    expect(daily.body.series.map(({ date }: { date: string }) => date)).toEqual([addDays(today, -8), today]);
    expect(daily.body.series[0].groups[0].counts.sent).toBe(7);
    expect(weekly.body.series).toHaveLength(2);
    expect((await read({ from: today })).body.totals.counts.sent).toBe(254);
    expect((await read()).body.series).toEqual([]);
  });

  test('limits the period, and returns 404 for an unknown campaign', async () => {
    expect(pathsOf(await read({ from: addDays(today, 1), to: today }))).toEqual(['to']);
    expect(pathsOf(await read({ from: addDays(today, -366), to: today }))).toEqual(['from']);
    expect(pathsOf(await read({ from: addDays(today, -92), interval: 'day' }))).toEqual(['from']);
    campaign = { ...campaign, id: unknownId('cmp_') };

    expect((await read()).status).toBe(404);
  });
});
