import type { DnsQueries } from '#lib/sender-dns/dns-queries.ts';
import { organisationOf } from '#lib/sender-dns/organisation.ts';
import { readTagList } from '#lib/sender-dns/tag-list.ts';
import type { DnsVerdict } from '#lib/sender-dns/verdict.ts';

const policies: readonly unknown[] = ['none', 'quarantine', 'reject'];

/**
 * Checks whether a domain, or else its organisational domain, has a DMARC policy (RFC 7489, section 6.6.3). `fail`: the
 * policy is malformed, or there are several policies, so receivers ignore them.
 * @throws DnsUnavailable
 */
export async function evaluateDmarc(queries: DnsQueries, domain: string): Promise<DnsVerdict> {
  const verdict = await evaluateAt(queries, domain);
  const organisation = organisationOf(domain);

  return verdict === 'missing' && organisation !== undefined && organisation !== domain
    ? evaluateAt(queries, organisation)
    : verdict;
}

async function evaluateAt(queries: DnsQueries, domain: string): Promise<DnsVerdict> {
  return evaluatePolicies(await queries.texts(`_dmarc.${domain}`));
}

/** @param texts all TXT records at the policy's name; records of other kinds are ignored */
export function evaluatePolicies(texts: readonly string[]): DnsVerdict {
  const policyTexts = texts.filter((text) => /^\s*v\s*=\s*DMARC1/.test(text));
  const [policy] = policyTexts;
  if (policy === undefined) return 'missing';
  const tags = policyTexts.length === 1 ? readTagList(policy) : undefined;

  return tags?.get('v') === 'DMARC1' && policies.includes(tags.get('p')?.toLowerCase()) ? 'pass' : 'fail';
}
