import { findStep } from '#lib/campaigns/state/find-step.ts';
import { campaignKey } from '#lib/campaigns/state/items.ts';
import type { RunningState } from '#lib/campaigns/state/running.ts';
import type { CampaignItem, Dispatch } from '#lib/campaigns/state/stored.ts';
import { type Winner, type WinnerMetric, type WinnerRule, winnerOf } from '#lib/campaigns/state/winner.ts';
import { decideWinner, type TestedVariant } from '#lib/campaigns/winners/decide-winner.ts';
import { winnerEvent } from '#lib/campaigns/winners/winner-event.ts';
import { commit } from '#lib/commit/commit.ts';
import { testedVariants } from '#lib/emails/rendering/variant.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type BreakdownCounts, type DayBreakdown, readBreakdown } from '#lib/statistics/breakdown.ts';
import { rateParts } from '#lib/statistics/rates.ts';
import type { Write } from '#lib/storage/table.ts';
import { idCode, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { addDays } from '#lib/values/time-zones.ts';
import { dayAt, readZones } from '#lib/workspaces/zones.ts';

/** An evaluation reads one item for each day with events, so it does not run with every dispatch. */
const evaluationIntervalMs = 15 * 60_000;

/** Days of statistics that count, as in the statistics of the API. */
const periodDays = 366;

const ratesByMetric = {
  opened: rateParts.openRate,
  clicked: rateParts.clickRate,
  replied: rateParts.replyRate,
} as const satisfies Record<WinnerMetric, object>;

/** The rule of a step without a winner. */
interface PendingRule {
  readonly stepId: string;
  readonly rule: WinnerRule;
}

/**
 * Chooses the winners that the rules of an active campaign allow. A step with a winner is not evaluated, and the commit fails
 * if the campaign has changed, so a rule decides once.
 * @returns when the rules were last evaluated, in epoch milliseconds
 * @throws StaleDecision if the campaign was changed concurrently
 */
export async function applyWinnerRules(
  services: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  state: RunningState,
  { winnersCheckedAt }: Pick<Dispatch, 'winnersCheckedAt'>,
): Promise<number> {
  const now = services.now();
  const rules = pendingRules(state);
  if (rules.length === 0 || now - winnersCheckedAt < evaluationIntervalMs) return winnersCheckedAt;
  const winners = await findWinners(services, workspaceId, state.campaign, rules);
  if (winners.length > 0) {
    await commit(services, workspaceId, {
      writes: [winnersWrite(workspaceId, state.campaign, winners, now)],
      events: winners.map((winner) => winnerEvent(state.campaign, winner.stepId, winner)),
    });
  }

  return now;
}

/** Rules without a winner yet. A campaign with fewer emails than a rule requires of two variants is not evaluated. */
function pendingRules({ campaign: { steps, winners }, counters }: RunningState): PendingRule[] {
  return steps.flatMap(({ id, winnerRule: rule }) =>
    rule && !winnerOf(winners, id) && counters.sent >= 2 * rule.minSent ? [{ stepId: id, rule }] : [],
  );
}

async function findWinners(
  { table, now }: Pick<Services, 'table' | 'now'>,
  workspaceId: string,
  { id: campaignId }: CampaignItem,
  rules: readonly PendingRule[],
): Promise<Winner[]> {
  const today = dayAt(await readZones(table, workspaceId), now());
  const [breakdown, ...steps] = await Promise.all([
    readBreakdown(table, workspaceId, campaignId, { from: addDays(today, 1 - periodDays), to: today }),
    ...rules.map(({ stepId }) => findStep(table, workspaceId, campaignId, stepId)),
  ]);
  const days = [...breakdown.values()];

  return rules.flatMap(({ stepId, rule }, position): Winner[] => {
    const step = steps[position];
    const variants = step ? testedVariants(step).map(({ id }) => resultOf(days, id, rule.metric)) : [];
    const decision = decideWinner(rule, variants);
    if (!decision) return [];
    const { variantId, probability } = decision;
    const choice = { chosenBy: 'rule', chosenAt: timestamp(now()) } as const;

    return [{ stepId, variantId, ...choice, decision: { ...rule, probability, variants } }];
  });
}

function resultOf(days: readonly DayBreakdown[], variantId: string, metric: WinnerMetric): TestedVariant {
  const counts = days.flatMap(({ variant }) => variant.get(idCode(variantId)) ?? []);
  const sumOf = (kind: keyof BreakdownCounts) => counts.reduce((sum, each) => sum + each[kind], 0);

  const { count, base } = ratesByMetric[metric];

  return { variantId, sent: sumOf(base), succeeded: sumOf(count) };
}

function winnersWrite(
  workspaceId: string,
  { id, version, winners: before, updatedAt }: CampaignItem,
  winners: readonly Winner[],
  now: number,
): Write {
  return {
    update: campaignKey(workspaceId, id),
    set: { winners: [...before, ...winners], updatedAt: timestampAfter(updatedAt, now) },
    add: { version: 1 },
    if: { version: { is: version }, status: { is: 'active' } },
    otherwise: () => new StaleDecision('the campaign was changed concurrently'),
  };
}
