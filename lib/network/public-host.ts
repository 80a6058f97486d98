import { isIP } from 'node:net';
import { type AddressRule, isLoopbackAddress, isPublicAddress } from '#lib/network/public-address.ts';

/** `allow` is for the local stack alone: a deployed service has nothing of a customer's on its own loopback. */
export type Loopback = 'allow' | 'refuse';

export type CheckedHost =
  /** `exempt`: passes only because loopback is allowed, so rules on scheme and port do not apply either. */
  { ok: true; rule: AddressRule; exempt: boolean } | { ok: false; reason: string };

/** Names that resolve inside a network by convention (RFC 6761, RFC 6762, RFC 8375, and ICANN's .internal). */
const insideSuffixes = [
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

/** A resolver reads a name whose last label is a number as an IPv4 address in some old form: 127.1, 0x7f.1. */
const numericLabel = /^(?:\d+|0x[0-9a-f]*)$/;

/**
 * Judges a host by its spelling alone, before any look-up; what it resolves to is judged when connecting.
 * Takes the ASCII form, IPv6 without brackets.
 */
export function checkPublicHost(host: string, { loopback }: { loopback: Loopback }): CheckedHost {
  const name = host.toLowerCase();
  if (loopback === 'allow' && isLoopbackName(name)) {
    return { ok: true, rule: 'loopback', exempt: true };
  }
  const reason = isIP(name) === 0 ? refuseName(name) : refuseLiteral(name);
  if (reason !== null) {
    return { ok: false, reason };
  }

  return { ok: true, rule: loopback === 'allow' ? 'public_or_loopback' : 'public', exempt: false };
}

export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopbackAddress(name);
}

function refuseLiteral(address: string): string | null {
  return isPublicAddress(address) ? null : 'must not point to a private or reserved address';
}

function refuseName(name: string): string | null {
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

  return insideSuffixes.some((suffix) => name.endsWith(`.${suffix}`))
    ? 'must not name a host of a private network'
    : null;
}
