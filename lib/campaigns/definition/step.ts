import * as z from 'zod/mini';
import { StepId } from '#lib/values/campaign-ids.ts';
import { idSchema, text, trimmed } from '#lib/values/schemas.ts';

const VariantId = idSchema('var');

/** Each body of a variant. A request has at most 1 MB, so all of a campaign's texts together have less. */
const bodyBytesMax = 100_000;

const bodyText = text(
  bodyBytesMax,
  z.minLength(1),
  z.refine((body) => Buffer.byteLength(body) <= bodyBytesMax, `must have at most ${bodyBytesMax} bytes`),
);

const variantContent = {
  /** A reply may do without: it repeats the subject of the mail before it. */
  subject: z._default(trimmed(255), ''),
  bodyHtml: z._default(z.nullable(bodyText), null),
  bodyText: z._default(z.nullable(bodyText), null),
  /** How often this variant is chosen, in proportion to the others. */
  weight: z._default(z.int().check(z.gte(0), z.lte(100)), 100),
  enabled: z._default(z.boolean(), true),
};

const hasBody = z.refine<{ readonly bodyHtml: string | null; readonly bodyText: string | null }>(
  (variant) => variant.bodyHtml !== null || variant.bodyText !== null,
  { error: 'needs bodyHtml or bodyText' },
);

/** The wait before a step, after the mail before it; for the first step, after the contact was enrolled. */
export const Delay = z.strictObject({
  value: z.int().check(z.gte(0), z.lte(365)),
  unit: z.enum(['minutes', 'hours', 'days']),
});
export type Delay = z.infer<typeof Delay>;

const type = z.literal('email');
const thread = z.enum(['reply', 'new']);

const stepContent = {
  type: z._default(type, 'email'),
  /** The first step waits for nothing, every other for three days, unless told otherwise. */
  delay: z.optional(Delay),
  businessDaysOnly: z._default(z.boolean(), true),
  /** The first step begins a thread, every other replies in it, unless told otherwise. */
  thread: z.optional(thread),
};

const variantCount = [z.minLength(1), z.maxLength(5, { abort: true })] as const;

export const NewStep = z.strictObject({
  ...stepContent,
  variants: z.array(z.strictObject(variantContent).check(hasBody)).check(...variantCount),
});

/** With its id it stays the step that it was, and so do its variants. */
export const EditedStep = z.strictObject({
  id: z.optional(StepId),
  ...stepContent,
  variants: z
    .array(z.strictObject({ id: z.optional(VariantId), ...variantContent }).check(hasBody))
    .check(...variantCount),
});
export type EditedStep = z.infer<typeof EditedStep>;

export const Step = z.strictObject({
  id: StepId,
  type,
  delay: Delay,
  businessDaysOnly: z.boolean(),
  thread,
  variants: z.array(z.strictObject({ id: VariantId, ...variantContent })),
});
export type Step = z.infer<typeof Step>;

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** In milliseconds. */
export function delayMs({ value, unit }: Delay): number {
  return value * unitMs[unit];
}
