import * as z from 'zod/mini';
import { idSchema, trimmed } from '#lib/http/schemas.ts';

export const CompanyId = idSchema('com');

/** Part of a key: two texts that are no Unicode would become one there. */
export const CompanyName = trimmed(
  200,
  z.minLength(1),
  z.refine((name) => name.isWellFormed(), 'must be Unicode text'),
);
