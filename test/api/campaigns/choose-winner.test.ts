import { beforeEach, describe, expect, test } from 'vitest';
import type { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { handler as listActivity } from '../../../functions/activity/list.ts';
import { handler as listAuditLog } from '../../../functions/audit-log/list.ts';
import { handler as chooseWinner } from '../../../functions/campaigns/choose-winner.ts';
import { handler as get } from '../../../functions/campaigns/get.ts';
import { handler as stats } from '../../../functions/campaigns/stats.ts';
import { handler as update } from '../../../functions/campaigns/update.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign } from '../support/seed.ts';
import { unknownId } from '../support/valid-requests.ts';
import { pathsOf } from '../support/walk.ts';

const variant = (subject: string, more: Record<string, unknown> = {}) => ({
  subject,
  bodyText: 'Good day.',
  ...more,
});
const winnerRule = { metric: 'replied', minSent: 50, minProbability: 0.9 };
const steps = [
  { winnerRule, variants: [variant('A'), variant('B'), variant('C', { enabled: false })] },
  { variants: [variant('D')] },
];

let workspace: Workspace;
let campaign: Campaign;

const stepId = () => campaign.steps[0]?.id ?? '';
const variantId = (index: number) => campaign.steps[0]?.variants[index]?.id ?? '';

const choose = (id: string | null, options: { stepId?: string; headers?: Record<string, string> } = {}) => {
  const params = { id: campaign.id, stepId: options.stepId ?? stepId() };

  return call(chooseWinner, {
    method: 'POST',
    path: `/campaigns/${params.id}/steps/${params.stepId}/winner`,
    params,
    body: { variantId: id },
    apiKey: workspace.apiKey,
    headers: options.headers ?? {},
  });
};
const request = (
  handler: typeof get,
  method: 'GET' | 'PATCH',
  path: string,
  more: Record<string, unknown> = {},
) => call(handler, { method, path, params: { id: campaign.id }, apiKey: workspace.apiKey, ...more });
const read = () => request(get, 'GET', `/campaigns/${campaign.id}`);
const edit = (body: unknown) => request(update, 'PATCH', `/campaigns/${campaign.id}`, { body });

beforeEach(async () => {
  workspace = await newWorkspace();
  campaign = await addCampaign(workspace.workspaceId, { steps });
});

describe('POST /campaigns/{id}/steps/{stepId}/winner', () => {
  test('chooses a winner, which the campaign, its statistics, the activity and the audit log show', async () => {
    const { status, body, headers } = await choose(variantId(1));
    const { body: campaignNow, headers: got } = await read();
    const { body: counted } = await request(stats, 'GET', `/campaigns/${campaign.id}/stats`, {
      query: { groupBy: 'variant' },
    });
    const activity = await request(listActivity, 'GET', '/activity', { params: {}, query: {} });
    const audit = await request(listAuditLog, 'GET', '/audit-log', { params: {} });

    expect(status).toBe(200);
    expect(body.winners).toEqual([
      {
        stepId: stepId(),
        variantId: variantId(1),
        chosenBy: 'user',
        decision: null,
        chosenAt: expect.any(String),
      },
    ]);
    expect(campaignNow).toEqual(body);
    expect(headers['etag']).toMatch(/^"\w+"$/);
    expect(headers['etag']).toBe(got['etag']);
    expect(counted.groups.map(({ isWinner }: { isWinner: boolean }) => isWinner)).toEqual([
      ...[false, true, false, false],
    ]);
    expect(activity.body.data[0]).toMatchObject({
      type: 'campaign.winner_changed',
      campaignId: campaign.id,
      stepId: stepId(),
      metadata: { variantId: variantId(1), chosenBy: 'user', metric: null, probability: null },
    });
    expect(audit.body.data[0]).toMatchObject({
      operation: 'POST /campaigns/{id}/steps/{stepId}/winner',
      resourceId: campaign.id,
    });
  });

  test('replaces and removes a winner, and a removal also removes the rule of the step', async () => {
    await choose(variantId(1));
    const replaced = await choose(variantId(0));
    const removed = await choose(null);

    expect(replaced.body.winners).toMatchObject([{ variantId: variantId(0) }]);
    expect(replaced.body.steps[0].winnerRule).toEqual(winnerRule);
    expect(removed.body.winners).toEqual([]);
    expect(removed.body.steps[0]).toEqual({ ...campaign.steps[0], winnerRule: null });
    expect((await read()).body).toEqual(removed.body);
  });

  test('changes nothing if the variant is the winner already, or if there is no winner to remove', async () => {
    const { headers: before } = await read();
    const without = await choose(null);
    const first = await choose(variantId(1));
    const second = await choose(variantId(1));

    expect(without.headers['etag']).toBe(before['etag']);
    expect(without.body.steps[0].winnerRule).toEqual(winnerRule);
    expect(second.body).toEqual(first.body);
  });

  test('rejects a request that is based on an outdated campaign', async () => {
    const { headers } = await read();
    const outdated = { 'If-Match': headers['etag'] ?? '' };
    expect((await choose(variantId(1), { headers: outdated })).status).toBe(200);
    const refused = await choose(variantId(0), { headers: outdated });

    expect(refused.status).toBe(422);
    expect(pathsOf(refused)).toEqual(['If-Match']);
    expect((await read()).body.winners).toMatchObject([{ variantId: variantId(1) }]);
  });

  test('rejects disabled variants and variants of other steps, and returns 404 for an unknown step', async () => {
    const other = campaign.steps[1]?.variants[0]?.id ?? '';
    const refused = [await choose(variantId(2)), await choose(other)];

    expect(refused.map(({ status }) => status)).toEqual([422, 422]);
    expect(refused.map(pathsOf)).toEqual([['variantId'], ['variantId']]);
    expect((await choose(variantId(0), { stepId: unknownId('stp_') })).status).toBe(404);
    expect((await read()).body.winners).toEqual([]);
  });

  test('keeps the winner in an edit of the steps, unless its variant is disabled or removed', async () => {
    const { body } = await choose(variantId(1));
    const [first, second] = body.steps;
    const [one, winning] = first.variants;
    const renamed = await edit({
      steps: [{ ...first, variants: [one, { ...winning, subject: 'New' }] }, second],
    });
    expect(renamed.body.winners).toEqual(body.winners);
    const disabled = { ...first, variants: [one, { ...winning, enabled: false }] };
    expect((await edit({ steps: [disabled, second] })).body.winners).toEqual([]);
    await edit({ steps: [first, second] });
    await choose(variantId(1));

    expect((await edit({ steps: [{ ...first, variants: [one] }, second] })).body.winners).toEqual([]);
  });
});
