import * as z from 'zod/mini';
import { idSchema, trimmedText } from '#lib/http/schemas.ts';

export const CompanyId = idSchema('com');

/** Part of a key: two texts that are no Unicode would become one there. */
export const CompanyName = trimmedText(200).check(
  z.refine((name) => name.isWellFormed(), 'must be Unicode text'),
);
