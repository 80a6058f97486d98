import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { planWinnerChoice } from '#lib/campaigns/winners/choose-winner.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as dispatch } from '../../../functions/campaigns/dispatch.ts';
import { commitNow, readCampaign } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { eventKinds } from '../support/activity.ts';
import { editCampaign, type RunningCampaign, runCampaign } from '../support/campaign.ts';
import { dayMs, monday, setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { useOwnResources } from '../support/own-resources.ts';
import { countReplies } from '../support/winners.ts';

const workspaceId = newId('wsp', Date.now());
const quarterMs = 15 * 60_000;
const variant = (subject: string, more: Record<string, unknown> = {}) => ({
  subject,
  bodyText: 'Good day.',
  ...more,
});
const winnerRule = { metric: 'replied', minSent: 100, minProbability: 0.95 };
const steps = [{ winnerRule, variants: [variant('A'), variant('B')] }];

beforeAll(() => useOwnResources());
beforeEach(() => setClock(monday));

const runTest = (test: Record<string, unknown> = {}) =>
  runCampaign(workspaceId, { contacts: [{}, {}], campaign: { steps: [{ ...steps[0], ...test }] } });

/** Two concurrent copies of a dispatch message: SQS delivers at least once. */
async function dispatchTwice({ campaign }: RunningCampaign): Promise<void> {
  const message = { workspaceId, campaignId: campaign.id };
  await Promise.all([consume(dispatch, [message]), consume(dispatch, [message])]);
}

const winnersOf = async ({ campaign }: RunningCampaign) =>
  (await readCampaign(workspaceId, campaign.id)).winners;

describe('a step with a rule for its winner', () => {
  test('gets the winner once, with the figures and the time of the decision', async () => {
    const running = await runTest();
    const { campaign } = running;
    await countReplies(workspaceId, campaign, [[60, 2], [60, 15]], monday - dayMs); // biome-ignore format: counts
    await countReplies(workspaceId, campaign, [[140, 10], [140, 10]]); // biome-ignore format: counts
    await dispatchTwice(running);
    setClock(monday + quarterMs);
    await dispatchTwice(running);
    const [step] = campaign.steps;
    const [one, other] = step?.variants ?? [];

    // The probability was computed with scipy for 12 and 25 of 200.
    expect(await winnersOf(running)).toEqual([
      {
        stepId: step?.id,
        variantId: other?.id,
        chosenBy: 'rule',
        chosenAt: new Date(monday).toISOString(),
        decision: {
          ...winnerRule,
          probability: 0.987206,
          variants: [
            { variantId: one?.id, sent: 200, succeeded: 12 },
            { variantId: other?.id, sent: 200, succeeded: 25 },
          ],
        },
      },
    ]);
    expect(await eventKinds(workspaceId, campaign.id)).toEqual([
      ...['campaign.started', 'campaign.winner_changed'],
    ]);
    const { data } = await listActivity(connected(), workspaceId, {
      campaignId: campaign.id,
      includeBots: false,
      limit: 1,
    });
    expect(data[0]).toMatchObject({
      metadata: { variantId: other?.id, chosenBy: 'rule', metric: 'replied', probability: 0.987206 },
    });
  });

  test('gets no winner while a variant has too few emails', async () => {
    const running = await runTest();
    await countReplies(workspaceId, running.campaign, [[99, 0], [300, 90]]); // biome-ignore format: counts
    await dispatchTwice(running);

    expect(await winnersOf(running)).toEqual([]);
  });

  test('is evaluated at most every 15 minutes', async () => {
    const running = await runTest();
    await countReplies(workspaceId, running.campaign, [[200, 20], [200, 20]]); // biome-ignore format: counts
    await dispatchTwice(running);
    await countReplies(workspaceId, running.campaign, [[100, 0], [100, 30]]); // biome-ignore format: counts
    setClock(monday + quarterMs - 1000);
    await dispatchTwice(running);
    expect(await winnersOf(running)).toEqual([]);
    setClock(monday + quarterMs);
    await dispatchTwice(running);

    expect(await winnersOf(running)).toHaveLength(1);
  });

  test('compares only the variants that are used', async () => {
    const unused = [variant('C', { enabled: false }), variant('D', { weight: 0 })];
    const running = await runTest({ variants: [variant('A'), variant('B'), ...unused] });
    await countReplies(workspaceId, running.campaign, [[200, 25], [200, 12], [500, 400], [5, 0]]); // biome-ignore format: counts
    await dispatchTwice(running);
    const [winner] = await winnersOf(running);

    expect(winner?.variantId).toBe(running.campaign.steps[0]?.variants[0]?.id);
    expect(winner?.decision?.variants).toHaveLength(2);
  });

  test('keeps a winner that a person has chosen', async () => {
    const running = await runTest();
    const { campaign } = running;
    await choose(running, campaign.steps[0]?.variants[0]?.id ?? '');
    await countReplies(workspaceId, campaign, [[200, 12], [200, 25]]); // biome-ignore format: counts
    await dispatchTwice(running);

    expect(await winnersOf(running)).toMatchObject([
      { variantId: campaign.steps[0]?.variants[0]?.id, chosenBy: 'user' },
    ]);
  });

  test('is not decided again after its winner was removed, until it has a new rule', async () => {
    const running = await runTest();
    const { campaign } = running;
    await countReplies(workspaceId, campaign, [[200, 12], [200, 25]]); // biome-ignore format: counts
    await dispatchTwice(running);
    await choose(running, null);
    setClock(monday + quarterMs);
    await dispatchTwice(running);
    expect(await winnersOf(running)).toEqual([]);
    await editCampaign(workspaceId, campaign.id, { steps: [{ ...campaign.steps[0], winnerRule }] });
    setClock(monday + 2 * quarterMs);
    await dispatchTwice(running);

    expect(await winnersOf(running)).toMatchObject([{ chosenBy: 'rule' }]);
  });

  async function choose({ campaign }: RunningCampaign, variantId: string | null): Promise<void> {
    const params = { id: campaign.id, stepId: campaign.steps[0]?.id ?? '' };
    await commitNow(workspaceId, await planWinnerChoice(connected(), workspaceId, params, { variantId }));
  }
});
