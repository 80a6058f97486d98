import type { Step } from '#lib/campaigns/step.ts';
import { findTemplateFaults } from '#lib/emails/template.ts';
import type { ProblemDetail } from '#lib/http/problem.ts';

type Text = Pick<Step['variants'][number], 'subject' | 'bodyHtml' | 'bodyText'>;

/** What was asked for and does not exist, each by its place. */
export function missing(
  field: string,
  asked: readonly string[],
  found: readonly { readonly id: string }[],
): ProblemDetail[] {
  const known = new Set(found.map(({ id }) => id));

  return asked.flatMap((id, position) =>
    known.has(id) ? [] : [{ path: `${field}[${position}]`, rule: 'exists', message: 'does not exist' }],
  );
}

/** What cannot be rendered, now or ever, each by its place. */
export function templateFaults(steps: readonly { readonly variants: readonly Text[] }[]): ProblemDetail[] {
  return steps.flatMap(({ variants }, step) =>
    variants.flatMap((variant, position) =>
      (['subject', 'bodyHtml', 'bodyText'] as const).flatMap((field) =>
        findTemplateFaults(variant[field] ?? '').map((message) => ({
          path: `steps[${step}].variants[${position}].${field}`,
          rule: 'template',
          message,
        })),
      ),
    ),
  );
}
