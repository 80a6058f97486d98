import * as z from 'zod/mini';
import { VariantId, WinnerRule } from '#lib/campaigns/state/winner.ts';
import { StepId, text, trimmed } from '#lib/values/schemas.ts';

/** Limit for each body of a variant. A request with all texts of a campaign has at most 1 MB. */
const bodyBytesMax = 100_000;

const bodyText = text(
  bodyBytesMax,
  z.minLength(1),
  z.refine((body) => Buffer.byteLength(body) <= bodyBytesMax, `must have at most ${bodyBytesMax} bytes`),
);

const variantContent = {
  /** Optional for a reply, which repeats the subject of its thread. */
  subject: z._default(trimmed(255), ''),
  bodyHtml: z._default(z.nullable(bodyText), null),
  bodyText: z._default(z.nullable(bodyText), null),
  /** Relative frequency among the step's variants. */
  weight: z._default(z.int().check(z.gte(0), z.lte(100)), 100),
  enabled: z._default(z.boolean(), true),
};

const hasBody = z.refine<{ readonly bodyHtml: string | null; readonly bodyText: string | null }>(
  (variant) => variant.bodyHtml !== null || variant.bodyText !== null,
  { error: 'must have bodyHtml or bodyText' },
);

/** Delay after the previous email; for the first step, after the enrolment of the contact. */
export const Delay = z.strictObject({
  value: z.int().check(z.gte(0), z.lte(365)),
  unit: z.enum(['minutes', 'hours', 'days']),
});
export type Delay = z.infer<typeof Delay>;

const type = z.literal('email');
const thread = z.enum(['reply', 'new']);
/** Null: only a user chooses a winner. */
const winnerRule = z._default(z.nullable(WinnerRule), null);

const stepContent = {
  type: z._default(type, 'email'),
  /** Defaults to 0 days for the first step and 3 days for the others. */
  delay: z.optional(Delay),
  businessDaysOnly: z._default(z.boolean(), true),
  /** Defaults to `new` for the first step and `reply` for the others. */
  thread: z.optional(thread),
  winnerRule,
};

/** Checks of a list of variants. */
const variantCount = [z.minLength(1), z.maxLength(5, { abort: true })] as const;

export const NewStep = z.strictObject({
  ...stepContent,
  variants: z.array(z.strictObject(variantContent).check(hasBody)).check(...variantCount),
});

/** An id identifies an existing step or variant; without an id, a new one is created. */
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
  winnerRule,
  variants: z.array(z.strictObject({ id: VariantId, ...variantContent })),
});
export type Step = z.infer<typeof Step>;

const unitMs = { minutes: 60_000, hours: 3_600_000, days: 86_400_000 } as const;

/** The delay as an absolute duration in milliseconds. */
export function delayMs({ value, unit }: Delay): number {
  return value * unitMs[unit];
}
