import * as z from 'zod/mini';
import { distinct } from '#lib/values/schemas.ts';

const options = ['contact', 'campaign', 'variant'] as const;

/** An object that a webhook can get in the data of events. @public for the API document */
export const IncludeOption = z.enum(options);

/** The objects that a webhook gets in the data of events, in addition to ids. */
export const Include = z
  .array(IncludeOption)
  .check(z.maxLength(options.length, { abort: true }), ...distinct('value'));
export type Include = z.infer<typeof Include>;
