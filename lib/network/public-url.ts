import type { AddressRule } from '#lib/network/public-address.ts';
import { checkPublicHost, type Loopback } from '#lib/network/public-host.ts';

/** `rule` applies to the addresses of the URL's host. */
export type CheckedUrl = { ok: true; url: URL; rule: AddressRule } | { ok: false; reason: string };

const urlLengthMax = 2048;

/** The empty port is the scheme's default, 443. */
const httpsPorts: ReadonlySet<string> = new Set(['', '8443']);

/** Characters that URL parsers drop or replace, so that two parsers could see different hosts. */
const ambiguousCharacter = /[\s\p{Cc}\\]/u;

/**
 * Checks the text of a URL that the service would send requests to. The addresses of its host are checked at each connection.
 * `reason` continues a sentence that starts with the field's name.
 */
export function checkPublicUrl(text: string, options: { loopback: Loopback }): CheckedUrl {
  if (text.length > urlLengthMax) {
    return rejected(`must be at most ${urlLengthMax} characters`);
  }
  const url = ambiguousCharacter.test(text) ? null : URL.parse(text);
  if (url === null) {
    return rejected('must be a valid URL');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    return rejected('must use https');
  }
  if (url.username !== '' || url.password !== '') {
    return rejected('must not contain a user name or password');
  }

  const host = checkPublicHost(hostOf(url), options);
  if (!host.ok) {
    return rejected(host.reason);
  }
  if (!host.exempt && url.protocol !== 'https:') {
    return rejected('must use https');
  }
  if (!host.exempt && !httpsPorts.has(url.port)) {
    return rejected('must use port 443 or 8443');
  }

  return { ok: true, url, rule: host.rule };
}

/** The host for resolvers and sockets: an IPv6 address has no brackets. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1');
}

/** The URL's port, or the scheme's default. */
export function portOf(url: URL): number {
  if (url.port !== '') {
    return Number(url.port);
  }

  return url.protocol === 'https:' ? 443 : 80;
}

function rejected(reason: string): CheckedUrl {
  return { ok: false, reason };
}
