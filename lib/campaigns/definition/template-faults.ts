import type { Step } from '#lib/campaigns/definition/step.ts';
import { parseTemplate } from '#lib/emails/rendering/template.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';

type VariantTexts = Pick<Step['variants'][number], 'subject' | 'bodyHtml' | 'bodyText'>;

/** Template errors of all variants, each with its path. */
export function templateFaults(
  steps: readonly { readonly variants: readonly VariantTexts[] }[],
): ProblemDetail[] {
  return steps.flatMap(({ variants }, stepIndex) =>
    variants.flatMap((variant, variantIndex) =>
      (['subject', 'bodyHtml', 'bodyText'] as const).flatMap((field) =>
        parseTemplate(variant[field] ?? '').faults.map((message) => ({
          path: `steps[${stepIndex}].variants[${variantIndex}].${field}`,
          rule: 'template',
          message,
        })),
      ),
    ),
  );
}
