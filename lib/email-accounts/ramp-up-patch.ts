import * as z from 'zod/mini';
import { RampUp } from '#lib/email-accounts/sending.ts';

/** Merged into the limits of an account as they are. */
export const RampUpPatch = z.partial(RampUp);
