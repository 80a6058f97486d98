import type { DnsQueries } from '#lib/sender-dns/dns-queries.ts';
import type { DnsVerdict } from '#lib/sender-dns/verdict.ts';

interface Policy {
  /** Whether it is the policy of a public suffix such as `co.uk` (`y`) or of an organisation (`n`). */
  readonly psd: string | undefined;
  /** Otherwise receivers do not apply DMARC. */
  readonly isUsable: boolean;
}

interface FoundPolicy extends Policy {
  readonly domain: string;
}

/**
 * Checks whether a DMARC policy applies to a domain: its own or the policy of its
 * organisational domain or public suffix
 * (RFC 9989, DMARC policy discovery). `fail`: receivers ignore the record, because it is malformed or occurs several times.
 * @throws DnsUnavailable
 */
export async function evaluateDmarc(queries: DnsQueries, domain: string): Promise<DnsVerdict> {
  const found: FoundPolicy[] = [];
  let hasDiscarded = false;
  for (const name of walkedDomains(domain)) {
    const policy = readPolicy(await queries.texts(`_dmarc.${name}`));
    if (policy === 'discarded') hasDiscarded = true;
    else if (policy) found.push({ ...policy, domain: name });
    if (typeof policy === 'object' && (name === domain || policy.psd === 'n' || policy.psd === 'y')) break;
  }
  const policy = selectPolicy(found, domain);
  if (policy) return policy.isUsable ? 'pass' : 'fail';

  return hasDiscarded ? 'fail' : 'missing';
}

/** Maximum queries of a tree walk. */
const walkedMax = 8;

/** The domains of the tree walk: the domain itself, then its parents of at most seven labels. */
function walkedDomains(domain: string): string[] {
  const labels = domain.split('.');
  const parents = labels.slice(1).map((_, index) => labels.slice(index + 1).join('.'));

  return [domain, ...parents.slice(-(walkedMax - 1))];
}

/** @param found from the longest to the shortest domain; only the last one can have `psd` */
function selectPolicy(found: readonly FoundPolicy[], domain: string): Policy | undefined {
  const last = found.at(-1);
  if (last?.psd !== 'y') return last;
  const labelCount = last.domain.split('.').length;
  const organisation = domain
    .split('.')
    .slice(-labelCount - 1)
    .join('.');

  return found.find((policy) => policy.domain === organisation) ?? last;
}

const requests: readonly unknown[] = ['none', 'quarantine', 'reject'];
const isRequest = (value: string): boolean => requests.includes(value.toLowerCase());

/**
 * Reads the policy of one domain.
 * @param texts all TXT records at its name; records of other kinds are ignored
 * @returns `discarded` if there are several policies, or the only one is not valid
 */
export function readPolicy(texts: readonly string[]): Policy | 'discarded' | undefined {
  const [text, ...others] = texts.filter((each) => /^\s*v\s*=\s*DMARC1/.test(each));
  if (text === undefined) return undefined;
  const tags = readTags(text);
  if (others.length > 0 || tags.get('v') !== 'DMARC1') return 'discarded';
  const { p = 'none', sp = p, np = p, rua = '', psd } = Object.fromEntries(tags);
  const hasReportAddress = rua.split(',').some((address) => /^\s*[a-z][a-z0-9+.-]*:\S/i.test(address));

  return { psd: psd?.toLowerCase(), isUsable: [p, sp, np].every(isRequest) || hasReportAddress };
}

/** Malformed tags are ignored. A tag that occurs twice has no valid value. */
function readTags(text: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(';')) {
    const [, name, value = ''] = /^\s*([a-z]+)\s*=(.*)$/is.exec(part) ?? [];
    if (name !== undefined) tags.set(name, tags.has(name) ? '' : value.trim());
  }

  return tags;
}
