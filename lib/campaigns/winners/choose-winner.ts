import type { Campaign } from '#lib/campaigns/definition/campaign.ts';
import { itemWrites } from '#lib/campaigns/definition/edit-writes.ts';
import { stepHeads } from '#lib/campaigns/definition/steps.ts';
import { presentCampaign, readStored, sendingStatusOf } from '#lib/campaigns/read.ts';
import type { Step } from '#lib/campaigns/state/step.ts';
import type { StoredCampaign } from '#lib/campaigns/state/stored.ts';
import { type Winner, type WinnerChoice, winnerOf } from '#lib/campaigns/state/winner.ts';
import { winnerEvent } from '#lib/campaigns/winners/winner-event.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Services } from '#lib/runtime/services.ts';
import { timestamp, timestampAfter } from '#lib/values/ids.ts';
import { invalidField, notFound } from '#lib/values/problem.ts';

/**
 * Chooses, replaces or removes the winner of a step's A/B test. A removal also removes the rule of the step, which would choose
 * a winner again. Idempotent: if the present winner is chosen again, nothing changes.
 * @throws Problem 404 for an unknown campaign or step, 422 for a variant that the step does not use
 */
export async function planWinnerChoice(
  services: Services,
  workspaceId: string,
  { id: campaignId, stepId }: { readonly id: string; readonly stepId: string },
  { variantId }: WinnerChoice,
): Promise<Change<Campaign>> {
  const { table, now } = services;
  const stored = await readStored(table, workspaceId, campaignId);
  const step = stored.steps.find(({ id }) => id === stepId);
  if (!step) throw notFound();
  if (variantId !== null) assertEnabled(step, variantId);
  const { item } = stored;
  const currentVariantId = winnerOf(item.winners, stepId)?.variantId ?? null;
  if (variantId === currentVariantId) {
    const result = presentCampaign(stored, await sendingStatusOf(services, workspaceId, stored));

    return { writes: [], basedOn: item.updatedAt, result };
  }
  const winner =
    variantId === null
      ? undefined
      : ({ stepId, variantId, chosenBy: 'user', chosenAt: timestamp(now()), decision: null } as const);
  const after = withWinner(stored, step, winner, now());

  return {
    writes: itemWrites(workspaceId, stored, after.item, after.steps),
    events: [winnerEvent(item, stepId, winner)],
    basedOn: item.updatedAt,
    result: presentCampaign(after, await sendingStatusOf(services, workspaceId, after)),
  };
}

function assertEnabled({ variants }: Step, variantId: string): void {
  const variant = variants.find(({ id }) => id === variantId);
  if (!variant) throw invalidField('variantId', 'exists', 'does not exist in this step');
  if (!variant.enabled) throw invalidField('variantId', 'state', 'must be an enabled variant');
}

/** The campaign with a winner for a step, or without a winner and a rule. @param winner undefined to remove it */
function withWinner(
  stored: StoredCampaign,
  step: Step,
  winner: Winner | undefined,
  now: number,
): StoredCampaign {
  const { item } = stored;
  const others = item.winners.filter(({ stepId }) => stepId !== step.id);
  const steps = winner
    ? stored.steps
    : stored.steps.map((each) => (each === step ? { ...step, winnerRule: null } : each));

  return {
    ...stored,
    steps,
    item: {
      ...item,
      steps: stepHeads(steps),
      winners: winner ? [...others, winner] : others,
      version: item.version + 1,
      updatedAt: timestampAfter(item.updatedAt, now),
    },
  };
}
