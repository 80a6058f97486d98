import { domainToASCII } from 'node:url';
import * as z from 'zod/mini';
import { trimmed } from '#lib/http/schemas.ts';

/** RFC 5321 sets 64 octets for the local part and 254 for what fits a path. */
const addressLengthMax = 254;

/**
 * One address and nothing else: dot-atom local part (RFC 5322 without quoted strings) and a domain with a dot.
 * No comma, bracket, colon or control character can pass, so a value can never name a second recipient.
 */
const addressGrammar =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@[^\s@,;:<>()[\]"\\]+\.[^\s@,;:<>()[\]"\\]+$/;

/** Labels of at most 63 characters, RFC 1035; the last one is no number, which would be an IP address. */
const domainGrammar = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const domainLengthMax = 253;

export const EmailAddress = trimmed(addressLengthMax, z.refine(isEmailAddress, 'must be one e-mail address'));

export function isEmailAddress(value: string): boolean {
  const [localPart = '', domain = ''] = value.split('@');

  return addressGrammar.test(value) && localPart.length <= 64 && normaliseDomain(domain) !== undefined;
}

/** Lower case and ASCII; undefined for what is no domain with a dot. */
export function normaliseDomain(domain: string): string | undefined {
  // As in a URL, these would end the domain or stand for another character.
  if (/[%/?#\\]/.test(domain)) return undefined;
  const ascii = domainToASCII(domain);

  return ascii.length <= domainLengthMax && domainGrammar.test(ascii) ? ascii : undefined;
}

/** The form in which two spellings of one mailbox are equal: lower case, international domains in ASCII. */
export function normaliseEmail(address: string): string {
  const at = address.lastIndexOf('@');

  return `${address.slice(0, at).toLowerCase()}@${domainToASCII(address.slice(at + 1))}`;
}

/** @param address normalised */
export function partsOf(address: string): { readonly localPart: string; readonly domain: string } {
  const at = address.lastIndexOf('@');

  return { localPart: address.slice(0, at), domain: address.slice(at + 1) };
}
