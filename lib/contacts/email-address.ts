import { domainToASCII } from 'node:url';
import * as z from 'zod/mini';

/** RFC 5321 sets 64 octets for the local part and 254 for what fits a path. */
const addressLengthMax = 254;

/**
 * One address and nothing else: dot-atom local part (RFC 5322 without quoted strings) and a domain with a dot.
 * No comma, bracket, colon or control character can pass, so a value can never name a second recipient.
 */
const addressGrammar =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[^\s@,;:<>()[\]"\\]+\.[^\s@,;:<>()[\]"\\]+$/;

export const EmailAddress = z
  .string()
  .check(z.trim(), z.maxLength(addressLengthMax), z.refine(isEmailAddress, 'must be one e-mail address'));

export function isEmailAddress(value: string): boolean {
  const [localPart = '', domain = ''] = value.split('@');

  return addressGrammar.test(value) && localPart.length <= 64 && domainToASCII(domain) !== '';
}

/** The form in which two spellings of one mailbox are equal: lower case, international domains in ASCII. */
export function normaliseEmail(address: string): string {
  const at = address.lastIndexOf('@');

  return `${address.slice(0, at).toLowerCase()}@${domainToASCII(address.slice(at + 1))}`;
}
