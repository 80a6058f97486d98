import type { Step } from '#lib/campaigns/definition/step.ts';
import { draw } from '#lib/emails/rendering/draw.ts';

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
  let place = draw(`${executionId}.${stepId}`) * (total === 0 ? enabled.length : total);

  return enabled.find((variant) => {
    place -= weightOf(variant);

    return place < 0;
  });
}

/** Those of a variant's texts that become part of the mail. */
export function usedTexts(
  { subject, bodyHtml, bodyText }: Pick<Variant, 'subject' | 'bodyHtml' | 'bodyText'>,
  { isReply, plainTextOnly }: { readonly isReply: boolean; readonly plainTextOnly: boolean },
): {
  readonly subject: string | undefined;
  readonly html: string | undefined;
  readonly text: string | undefined;
} {
  return {
    // A reply repeats the subject before it.
    subject: isReply ? undefined : subject,
    html: plainTextOnly && bodyText !== null ? undefined : (bodyHtml ?? undefined),
    text: bodyText ?? undefined,
  };
}
