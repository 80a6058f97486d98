import * as z from 'zod/mini';
import { VariantId } from '#lib/campaigns/definition/winner.ts';

/** The variant that all further emails of the step use; null removes the winner. */
export const WinnerChoice = z.strictObject({ variantId: z.nullable(VariantId) });
export type WinnerChoice = z.infer<typeof WinnerChoice>;
