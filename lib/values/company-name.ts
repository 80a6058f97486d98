import * as z from 'zod/mini';
import { trimmed } from '#lib/values/schemas.ts';

/** Normalises a company name, so that different spellings compare as equal. */
export function comparableCompanyName(name: string): string {
  return name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();
}

/**
 * A normalised name is part of a partition key, which is limited to 2,048 bytes. A name of 200 characters may have 6,600 bytes
 * after normalisation (U+FDFA): https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html
 */
const comparableBytesMax = 1024;

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

/** A name without case and accents, for searches. */
export function searchableName(name: string): string {
  return comparableCompanyName(name).normalize('NFKD').replace(/\p{M}/gu, '');
}

/** Maximum characters of a name in a sort key, so that sort keys are short in any script. */
const sortedCharactersMax = 60;

/**
 * The sort key text of a name, in ASCII: DynamoDB orders by bytes, JavaScript by UTF-16 units, and only for ASCII both agree. A
 * prefix of a name yields a prefix of its sort text.
 */
export function nameSortText(name: string): string {
  return encodeURIComponent([...searchableName(name).toWellFormed()].slice(0, sortedCharactersMax).join(''));
}
