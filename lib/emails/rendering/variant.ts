import type { Step } from '#lib/campaigns/state/step.ts';
import { type Winner, winnerOf } from '#lib/campaigns/state/winner.ts';
import { seededRandom } from '#lib/emails/rendering/seeded-random.ts';

/** One of the alternative texts of a step, with its weight in an A/B test. */
export type Variant = Step['variants'][number];

/**
 * Chooses a step's variant for an execution: the winner of its A/B test, or by chance. The choice is deterministic, so
 * retries and previews match. Over many executions, variants are distributed by weight. Undefined if no variant is enabled.
 */
export function chooseVariant(
  step: Step,
  executionId: string,
  winners: readonly Winner[],
): Variant | undefined {
  const winner = winnerOf(winners, step.id);
  const winningVariant = step.variants.find(({ id, enabled }) => enabled && id === winner?.variantId);

  return winningVariant ?? drawVariant(testedVariants(step), `${executionId}.${step.id}`);
}

/** The enabled variants that can be drawn. If all their weights are 0, all of them are equally likely. */
export function testedVariants({ variants }: Step): Variant[] {
  const enabled = variants.filter(({ enabled: isEnabled }) => isEnabled);
  const weighted = enabled.filter(({ weight }) => weight > 0);

  return weighted.length > 0 ? weighted : enabled;
}

function drawVariant(variants: readonly Variant[], seed: string): Variant | undefined {
  // `testedVariants` returns only weights above 0, or only weights of 0.
  const weightOf = ({ weight }: Variant) => weight || 1;
  const total = variants.reduce((sum, variant) => sum + weightOf(variant), 0);
  let offset = seededRandom(seed) * total;

  return variants.find((variant) => {
    offset -= weightOf(variant);

    return offset < 0;
  });
}
