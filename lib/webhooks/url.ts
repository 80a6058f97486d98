import type { Loopback } from '#lib/network/public-host.ts';
import { checkPublicUrl } from '#lib/network/public-url.ts';
import { invalidField } from '#lib/values/problem.ts';

/** @throws Problem 422 for a URL that must not receive events */
export function requirePublicUrl(url: string, loopback: Loopback): void {
  const checked = checkPublicUrl(url, { loopback });
  if (!checked.ok) throw invalidField('url', 'public_address', checked.reason);
}
