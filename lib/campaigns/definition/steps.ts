import type { StepWarning } from '#lib/campaigns/definition/campaign.ts';
import type { EditedStep, Step } from '#lib/campaigns/state/step.ts';
import { partCount } from '#lib/campaigns/state/step-items.ts';
import type { CampaignItem } from '#lib/campaigns/state/stored.ts';
import { linkCheckOf, quoteLinks } from '#lib/emails/rendering/invalid-links.ts';
import { parseTemplate } from '#lib/emails/rendering/template.ts';
import { newId } from '#lib/values/ids.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';

const firstDelay = { value: 0, unit: 'days' } as const;
const laterDelay = { value: 3, unit: 'days' } as const;

/** Adds missing ids, and the defaults that depend on the position. */
export function completeSteps(steps: readonly EditedStep[], now: number): Step[] {
  return steps.map(({ id, variants, delay, thread, ...step }, position) => ({
    ...step,
    id: id ?? newId('stp', now),
    delay: delay ?? (position === 0 ? firstDelay : laterDelay),
    thread: thread ?? (position === 0 ? 'new' : 'reply'),
    variants: variants.map(({ id: variantId, ...variant }) => ({
      ...variant,
      id: variantId ?? newId('var', now),
    })),
  }));
}

/** The fields of the steps that the campaign item has: no texts, which are in separate items. */
export function stepHeads(steps: readonly Step[]): CampaignItem['steps'] {
  return steps.map((step) => ({
    id: step.id,
    delay: step.delay,
    businessDaysOnly: step.businessDaysOnly,
    parts: partCount(step),
    ...(step.winnerRule && { winnerRule: step.winnerRule }),
  }));
}

/** The first step cannot be a reply. */
export function threadFaults(steps: readonly Pick<EditedStep, 'thread'>[]): ProblemDetail[] {
  return steps[0]?.thread === 'reply'
    ? [{ path: 'steps[0].thread', rule: 'thread', message: 'must be "new" for the first step' }]
    : [];
}

/** Warnings about all variants, each with its path. */
export function stepWarnings(steps: readonly Step[]): StepWarning[] {
  return steps.flatMap(({ thread, variants }, stepIndex) =>
    variants.flatMap((variant, variantIndex) => {
      const path = `steps[${stepIndex}].variants[${variantIndex}]`;

      return [...subjectWarnings(path, thread, variant), ...linkWarnings(path, variant)];
    }),
  );
}

/**
 * The subject of a reply is valid: a reply starts a thread if the earlier steps were skipped, or if the sequence was
 * restarted at its step.
 */
function subjectWarnings(path: string, thread: Step['thread'], { subject }: VariantTexts): StepWarning[] {
  if (thread !== 'reply' || subject === '') return [];
  const message = 'is not used in a reply: set thread to "new" to use it';

  return [{ code: 'unused_subject', path: `${path}.subject`, message }];
}

/** Links that are not a URL with any values of their merge fields. */
function linkWarnings(path: string, { bodyHtml, bodyText }: VariantTexts): StepWarning[] {
  const texts = [
    ['bodyHtml', { html: bodyHtml ?? '' }] as const,
    ['bodyText', { text: bodyText ?? '' }] as const,
  ];

  return texts.flatMap(([field, text]) => {
    const links = linkCheckOf(text)();
    const message = `has links that are not URLs: ${quoteLinks(links)}`;

    return links.length === 0 ? [] : [{ code: 'invalid_links' as const, path: `${path}.${field}`, message }];
  });
}

/** Step and variant ids that are unknown or repeated. The server assigns ids, so a client sends only existing ones. */
export function stepIdFaults(steps: readonly EditedStep[], existing: readonly Step[]): ProblemDetail[] {
  const existingVariantIds = new Map(
    existing.map((step) => [step.id, new Set(step.variants.map(({ id }) => id))]),
  );
  const checkedIds = new Set<string>();
  const idFaults = (path: string, id: string | undefined, isExisting: boolean): ProblemDetail[] => {
    if (id === undefined) return [];
    const isRepeated = checkedIds.has(id);
    checkedIds.add(id);
    if (isExisting && !isRepeated) return [];

    return [
      {
        path,
        rule: 'exists',
        message: isRepeated ? 'must not be repeated' : 'does not exist in this campaign',
      },
    ];
  };

  return steps.flatMap(({ id, variants }, stepIndex) => [
    ...idFaults(`steps[${stepIndex}].id`, id, id !== undefined && existingVariantIds.has(id)),
    ...variants.flatMap((variant, variantIndex) =>
      idFaults(
        `steps[${stepIndex}].variants[${variantIndex}].id`,
        variant.id,
        id !== undefined && variant.id !== undefined && existingVariantIds.get(id)?.has(variant.id) === true,
      ),
    ),
  ]);
}

/** Changes that an active campaign does not allow, because dispatched emails depend on them: all but steps added at the end. */
export function structureFaults(edited: readonly Step[], existing: readonly Step[]): ProblemDetail[] {
  const stateFault = (path: string): ProblemDetail => ({
    path,
    rule: 'state',
    message: 'cannot be changed while the campaign is active: pause first',
  });
  if (!existing.every(({ id }, position) => id === edited[position]?.id)) return [stateFault('steps')];

  return existing.flatMap((before, position) => {
    const step = edited[position];
    const hasSameDelay = before.delay.value === step?.delay.value && before.delay.unit === step.delay.unit;

    return [
      ...(hasSameDelay ? [] : [stateFault(`steps[${position}].delay`)]),
      ...(before.thread === step?.thread ? [] : [stateFault(`steps[${position}].thread`)]),
    ];
  });
}

type VariantTexts = Pick<Step['variants'][number], 'subject' | 'bodyHtml' | 'bodyText'>;

/** Template errors of all variants, each with its path. */
export function templateFaults(
  steps: readonly { readonly variants: readonly VariantTexts[] }[],
): ProblemDetail[] {
  return steps.flatMap(({ variants }, stepIndex) =>
    variants.flatMap((variant, variantIndex) =>
      (['subject', 'bodyHtml', 'bodyText'] as const).flatMap((field) =>
        parseTemplate(variant[field] ?? '', field === 'bodyHtml' ? 'html' : 'text').faults.map((message) => ({
          path: `steps[${stepIndex}].variants[${variantIndex}].${field}`,
          rule: 'template',
          message,
        })),
      ),
    ),
  );
}
