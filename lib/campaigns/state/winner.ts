import * as z from 'zod/mini';
import { idSchema, StepId, Timestamp } from '#lib/values/schemas.ts';

export const VariantId = idSchema('var');

/** The event that counts as a success of an email: the contact's first reply, or the first click or open of the email. */
export const WinnerMetric = z.enum(['replied', 'clicked', 'opened']);
export type WinnerMetric = z.infer<typeof WinnerMetric>;

/** When the service chooses the winner of a step's A/B test. */
export const WinnerRule = z.strictObject({
  metric: WinnerMetric,
  /** Emails that each variant must have. With fewer emails, a difference is often chance. */
  minSent: z._default(z.int().check(z.gte(10), z.lte(100_000)), 100),
  /** Required probability that the variant has the highest true rate. */
  minProbability: z._default(z.number().check(z.gte(0.8), z.lte(0.999)), 0.95),
});
export type WinnerRule = z.infer<typeof WinnerRule>;

/** The counts that a rule based its decision on. */
const WinnerDecision = z.strictObject({
  metric: WinnerMetric,
  minSent: z.int(),
  minProbability: z.number(),
  probability: z.number(),
  variants: z.array(z.strictObject({ variantId: VariantId, sent: z.int(), succeeded: z.int() })),
});

/** The variant that all further emails of a step use. */
export const Winner = z.strictObject({
  stepId: StepId,
  variantId: VariantId,
  chosenBy: z.enum(['user', 'rule']),
  chosenAt: Timestamp,
  /** Null unless a rule has chosen the winner. */
  decision: z.nullable(WinnerDecision),
});
export type Winner = z.infer<typeof Winner>;

/** The variant that all further emails of the step use; null removes the winner. */
export const WinnerChoice = z.strictObject({ variantId: z.nullable(VariantId) });
export type WinnerChoice = z.infer<typeof WinnerChoice>;

/** The winner of a step; undefined while its A/B test continues. */
export function winnerOf(winners: readonly Winner[], stepId: string): Winner | undefined {
  return winners.find((winner) => winner.stepId === stepId);
}

interface TestedStep {
  readonly id: string;
  readonly variants: readonly { readonly id: string; readonly enabled: boolean }[];
}

/** Removes winners with a variant that was deleted or disabled. */
export function validWinners(winners: readonly Winner[], steps: readonly TestedStep[]): Winner[] {
  return winners.filter(({ stepId, variantId }) =>
    steps.some(
      ({ id, variants }) =>
        id === stepId && variants.some((variant) => variant.id === variantId && variant.enabled),
    ),
  );
}
