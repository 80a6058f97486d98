import * as z from 'zod/mini';
import { distinct } from '#lib/values/schemas.ts';

const options = ['contact', 'campaign', 'variant'] as const;

/** What the data of events has in addition to ids. */
export const Include = z
  .array(z.enum(options))
  .check(z.maxLength(options.length, { abort: true }), distinct('value'));
export type Include = z.infer<typeof Include>;

/**
 * Adds included data to a payload. Both are stored, so each attempt sends the same bytes.
 * @param included JSON object, as it was when the event was published
 */
export function withIncluded(payload: string, included: string | undefined): string {
  if (included === undefined) return payload;
  const { data, ...event } = JSON.parse(payload);

  return JSON.stringify({ ...event, data: { ...data, ...JSON.parse(included) } });
}
