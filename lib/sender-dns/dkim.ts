import { type DnsQueries, DnsUnavailable } from '#lib/sender-dns/dns-queries.ts';
import { organisationOf } from '#lib/sender-dns/organisation.ts';
import { readTagList } from '#lib/sender-dns/tag-list.ts';
import type { DnsVerdict } from '#lib/sender-dns/verdict.ts';

/** Common DKIM selectors of providers and programs. Only emails reveal a selector; the DNS cannot list them. */
const commonSelectors = (
  'google 20230601 selector1 selector2 default mail email dkim dk smtp s1 s2 k1 k2 k3 key1 key2 sig1 fm1 fm2 fm3 pm ' +
  'mandrill zoho zmail protonmail protonmail2 mxvault brevo1 brevo2 s1-ionos s2-ionos'
).split(' ');

const selectorsByProvider: Readonly<Record<string, readonly string[]>> = {
  'gmail.com': ['google', '20230601'],
  'office365.com': ['selector1', 'selector2'],
  'outlook.com': ['selector1', 'selector2'],
};

/**
 * Checks whether a domain has a DKIM key under a common selector (RFC 6376, section 3.6.1). The provider's selectors are
 * queried first. `fail`: all keys that were found are revoked or malformed. Keys under other selectors cannot be found.
 * @throws DnsUnavailable when a query failed and no valid key was found
 */
export async function evaluateDkim(queries: DnsQueries, domain: string, server: string): Promise<DnsVerdict> {
  const providerSelectors = selectorsByProvider[organisationOf(server) ?? ''] ?? [];
  const atProvider = await evaluateKeys(queries, domain, providerSelectors);
  if (atProvider === 'pass') return 'pass';
  const others = await evaluateKeys(
    queries,
    domain,
    commonSelectors.filter((selector) => !providerSelectors.includes(selector)),
  );
  if (others === 'pass') return 'pass';
  if (atProvider === undefined || others === undefined) throw new DnsUnavailable();

  return atProvider === 'missing' ? others : atProvider;
}

/** @returns undefined if a query failed and no valid key was found */
async function evaluateKeys(
  queries: DnsQueries,
  domain: string,
  selectors: readonly string[],
): Promise<DnsVerdict | undefined> {
  const answers = await Promise.allSettled(
    selectors.map((selector) => queries.texts(`${selector}._domainkey.${domain}`)),
  );
  const verdicts = answers
    .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    .map(evaluateKey);
  if (verdicts.includes('pass')) return 'pass';
  if (answers.some(({ status }) => status === 'rejected')) return undefined;

  return verdicts.includes('fail') ? 'fail' : 'missing';
}

const keyTypes: readonly string[] = ['rsa', 'ed25519'];

/** Evaluates the TXT record of a key. `missing`: it is not a key record, for example a wildcard response. */
export function evaluateKey(text: string): DnsVerdict {
  const tags = readTagList(text);
  // A malformed record is an invalid key only if it has a sign of a key record.
  if (!tags) return /^\s*v\s*=\s*DKIM1|(?:^|;)\s*p\s*=/.test(text) ? 'fail' : 'missing';
  const [firstTag] = tags.keys();
  const version = tags.get('v');
  const key = tags.get('p')?.replaceAll(/\s/g, '');
  if (key === undefined) return version?.startsWith('DKIM1') ? 'fail' : 'missing';
  const hasValidVersion = version === undefined || (version === 'DKIM1' && firstTag === 'v');
  const services = (tags.get('s') ?? '*').split(':').map((service) => service.trim());
  const isForMail = services.includes('*') || services.includes('email');
  const hasValidKey = /^[A-Za-z0-9+/]+={0,2}$/.test(key) && keyTypes.includes(tags.get('k') ?? 'rsa');

  return hasValidVersion && isForMail && hasValidKey ? 'pass' : 'fail';
}
