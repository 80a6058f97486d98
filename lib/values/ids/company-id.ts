import * as z from 'zod/mini';
import { comparableBytesMax, comparableCompanyName } from '#lib/values/company-name.ts';
import { idSchema, trimmed } from '#lib/values/schemas.ts';

export const CompanyId = idSchema('com');

const nameLengthMax = 200;

/** A name is part of a key. Ill-formed Unicode is rejected, because different texts would become the same key. */
export const CompanyName = trimmed(
  nameLengthMax,
  z.minLength(1),
  z.refine((name) => name.isWellFormed(), 'must be Unicode text'),
  z.refine(
    (name) => Buffer.byteLength(comparableCompanyName(name)) <= comparableBytesMax,
    `must have at most ${comparableBytesMax} bytes in its normalised form (Unicode NFKC, lower case)`,
  ),
);
