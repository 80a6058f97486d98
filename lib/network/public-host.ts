import { isIP } from 'node:net';
import { type AddressRule, isLoopbackAddress, isPublicAddress } from '#lib/network/public-address.ts';

/**
 * Whether loopback addresses are permitted. `allow` is only for the local stack: a deployed service never connects to its own
 * loopback address for a customer.
 */
export type Loopback = 'allow' | 'refuse';

export type CheckedHost =
  /** `exempt`: accepted only because loopback is allowed, so the rules for scheme and port do not apply. */
  { ok: true; rule: AddressRule; exempt: boolean } | { ok: false; reason: string };

/** Names of private networks (RFC 6761, RFC 6762, RFC 8375, and ICANN's .internal). */
const privateSuffixes = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'private',
  'corp',
  'home',
  'lan',
  'home.arpa',
];

const hostLengthMax = 253;
const label = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** Resolvers read a name with a numeric last label as an IPv4 address in a legacy form: 127.1, 0x7f.1. */
const numericLabel = /^(?:\d+|0x[0-9a-f]*)$/;

/**
 * Checks the text of a host, a name or an IP literal, without name resolution. The addresses of a name are checked when
 * connecting.
 * @param host in ASCII form, IPv6 without brackets
 */
export function checkPublicHost(host: string, { loopback }: { loopback: Loopback }): CheckedHost {
  const name = host.toLowerCase();
  if (loopback === 'allow' && isLoopbackName(name)) {
    return { ok: true, rule: 'loopback', exempt: true };
  }
  const reason = isIP(name) === 0 ? nameFault(name) : literalFault(name);
  if (reason !== null) {
    return { ok: false, reason };
  }

  return { ok: true, rule: loopback === 'allow' ? 'public_or_loopback' : 'public', exempt: false };
}

export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

/** @returns null if the address is permitted */
function literalFault(address: string): string | null {
  return isPublicAddress(address) ? null : 'must not point to a private or reserved address';
}

/** @returns null if the name is permitted */
function nameFault(name: string): string | null {
  const labels = name.split('.');
  if (name.length > hostLengthMax || !labels.every((part) => label.test(part))) {
    return 'must name a valid host';
  }
  if (labels.length < 2) {
    return 'must name a host with its full domain';
  }
  if (numericLabel.test(labels.at(-1) ?? '')) {
    return 'must not point to a private or reserved address';
  }

  return privateSuffixes.some((suffix) => name.endsWith(`.${suffix}`))
    ? 'must not name a host of a private network'
    : null;
}
