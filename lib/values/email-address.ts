import { domainToASCII } from 'node:url';
import * as z from 'zod/mini';
import { trimmed } from '#lib/values/schemas.ts';

/** RFC 5321, section 4.5.3.1: 64 octets for the local part; 254 for an address, because a path has 256 with its brackets. */
const addressLengthMax = 254;
const localPartLengthMax = 64;

/** A dot-atom: RFC 5322, section 3.2.3. Quoted strings are not accepted. */
const localPartGrammar = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;

/** Excludes commas, brackets, colons and control characters, so a value cannot contain a second recipient. */
const domainCharacters = /^[^\s@,;:<>()[\]"\\]+$/;

/** Labels of at most 63 characters, RFC 1035; the last one is no number, which would be an IP address. */
const domainGrammar = /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const domainLengthMax = 253;

export const EmailAddress = trimmed(addressLengthMax, z.refine(isEmailAddress, 'must be one email address'));

/** Whether the text is exactly one address. The length is checked first, because callers pass text of any length. */
export function isEmailAddress(value: string): boolean {
  if (value.length > addressLengthMax) return false;
  const [localPart = '', domain = '', ...more] = value.split('@');

  return (
    more.length === 0 &&
    localPart.length <= localPartLengthMax &&
    localPartGrammar.test(localPart) &&
    domainCharacters.test(domain) &&
    domain.includes('.') &&
    normaliseDomain(domain) !== undefined
  );
}

/** Lower case and ASCII; undefined for text that is not a domain with a dot. */
export function normaliseDomain(domain: string): string | undefined {
  if (domain.length > domainLengthMax) return undefined;
  // `domainToASCII` parses these as URL syntax.
  if (/[%/?#\\]/.test(domain)) return undefined;
  const ascii = domainToASCII(domain);

  return ascii.length <= domainLengthMax && domainGrammar.test(ascii) ? ascii : undefined;
}

/** The form in which two spellings of one mailbox are equal: lower case, international domains in ASCII. */
export function normaliseEmail(address: string): string {
  const at = address.lastIndexOf('@');

  return `${address.slice(0, at).toLowerCase()}@${domainToASCII(address.slice(at + 1))}`;
}

/** The address as mail servers accept it: the local part as given, an international domain in ASCII (RFC 5890, A-labels). */
export function wireAddress(address: string): string {
  const at = address.lastIndexOf('@');

  return `${address.slice(0, at)}@${domainToASCII(address.slice(at + 1))}`;
}

/** @param address normalised */
export function splitAddress(address: string): { readonly localPart: string; readonly domain: string } {
  const at = address.lastIndexOf('@');

  return { localPart: address.slice(0, at), domain: address.slice(at + 1) };
}
