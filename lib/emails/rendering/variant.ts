import type { Step } from '#lib/campaigns/definition/step.ts';
import { seededRandom } from '#lib/emails/rendering/seeded-random.ts';

export type Variant = Step['variants'][number];

/**
 * Chooses a step's variant for an execution. The choice is deterministic, so retries and previews match. Over many
 * executions, variants are distributed by weight. Undefined if no variant is enabled.
 */
export function chooseVariant({ id: stepId, variants }: Step, executionId: string): Variant | undefined {
  const enabled = variants.filter(({ enabled: isEnabled }) => isEnabled);
  const total = enabled.reduce((sum, { weight }) => sum + weight, 0);
  // If all weights are 0, all variants are equally likely.
  const weightOf = ({ weight }: Variant) => (total === 0 ? 1 : weight);
  let offset = seededRandom(`${executionId}.${stepId}`) * (total === 0 ? enabled.length : total);

  return enabled.find((variant) => {
    offset -= weightOf(variant);

    return offset < 0;
  });
}

/** The texts of a variant that the email uses. */
export function usedTexts(
  { subject, bodyHtml, bodyText }: Pick<Variant, 'subject' | 'bodyHtml' | 'bodyText'>,
  { isReply, plainTextOnly }: { readonly isReply: boolean; readonly plainTextOnly: boolean },
): {
  readonly subject: string | undefined;
  readonly html: string | undefined;
  readonly text: string | undefined;
} {
  return {
    // A reply reuses the thread's subject.
    subject: isReply ? undefined : subject,
    html: plainTextOnly && bodyText !== null ? undefined : (bodyHtml ?? undefined),
    text: bodyText ?? undefined,
  };
}
