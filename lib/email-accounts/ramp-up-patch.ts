import * as z from 'zod/mini';
import { RampUp } from '#lib/email-accounts/sending.ts';

/** Merged into the account's current limits. */
export const RampUpPatch = z.partial(RampUp);
