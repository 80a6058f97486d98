import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { checkPublicHost } from '#lib/network/public-host.ts';

type CheckedDomain =
  /** In lower case, international names in ASCII. */
  { readonly ok: true; readonly name: string } | { readonly ok: false; readonly reason: string };

/** Checks the syntax of a domain for links. Whether it leads to this service is verified later by DNS. */
export function checkTrackingDomain(text: string): CheckedDomain {
  const name = domainToASCII(text);
  if (isIP(name) !== 0) return { ok: false, reason: 'must be a name, not an address' };
  const checked = checkPublicHost(name, { loopback: 'refuse' });

  return checked.ok ? { ok: true, name } : { ok: false, reason: checked.reason };
}
