import type { Loopback } from '#lib/network/public-host.ts';
import { checkPublicUrl } from '#lib/network/public-url.ts';
import { invalidField } from '#lib/values/problem.ts';

/** @throws Problem 422 for an address that no event may be sent to. */
export function requirePublicUrl(url: string, loopback: Loopback): void {
  const checked = checkPublicUrl(url, { loopback });
  if (!checked.ok) throw invalidField('url', 'public_address', checked.reason);
}
