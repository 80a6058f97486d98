import { isEmailAddress, normaliseDomain, normaliseEmail } from '#lib/values/email-address.ts';

/** The normalised value of a blocklist entry. */
export interface Blocked {
  readonly type: 'email' | 'domain';
  readonly value: string;
}

/** Maximum labels of a domain that are checked. `a.b.acme.com` has four. */
const labelsMax = 8;

/**
 * `Ann@Acme.com` blocks one address; `acme.com`, `@acme.com`, `*@acme.com` and `*.acme.com` block a domain with its sub-domains. Undefined for
 * other texts, and for a domain with too many labels.
 */
export function normaliseBlocked(text: string): Blocked | undefined {
  // `*` is a valid local part, but no address has it.
  if (isEmailAddress(text) && !text.startsWith('*@')) return { type: 'email', value: normaliseEmail(text) };
  const domain = normaliseDomain(text.replace(/^(?:\*?@|\*\.)/, ''));

  return domain !== undefined && domain.split('.').length <= labelsMax
    ? { type: 'domain', value: domain }
    : undefined;
}

/** Entries of these domains cover a domain, most specific first: itself and its parent domains with at least two labels. */
export function coveringDomains(domain: string): string[] {
  const labels = domain.split('.').slice(-labelsMax);

  return labels.slice(0, -1).map((_, level) => labels.slice(level).join('.'));
}
