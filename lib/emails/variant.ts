import { hash } from 'node:crypto';
import type { Step } from '#lib/campaigns/step.ts';

export type Variant = Step['variants'][number];

/**
 * The variant that an execution gets of a step: the same on every retry and in every preview, and over many executions
 * each as often as its weight says. Undefined when none is enabled.
 */
export function chooseVariant({ id: stepId, variants }: Step, executionId: string): Variant | undefined {
  const enabled = variants.filter(({ enabled: isEnabled }) => isEnabled);
  const total = enabled.reduce((sum, { weight }) => sum + weight, 0);
  // When nobody weighs anything, all weigh the same.
  const weightOf = ({ weight }: Variant) => (total === 0 ? 1 : weight);
  const drawn = Number.parseInt(hash('sha256', `${executionId}.${stepId}`, 'hex').slice(0, 12), 16);
  let place = (drawn / 2 ** 48) * (total === 0 ? enabled.length : total);

  return enabled.find((variant) => {
    place -= weightOf(variant);

    return place < 0;
  });
}
