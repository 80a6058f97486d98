import { hash } from 'node:crypto';

/** Underscored names: RFC 8552. A TXT record there is in the hands of the domain's owner alone. */
export const proofName = (domain: string) => `_outreach.${domain}`;

/**
 * What the TXT record must say. It names one workspace and one domain, so that the record of one workspace proves nothing for
 * another. See "Domain Control Validation using DNS", draft-ietf-dnsop-domain-verification-techniques.
 */
export function proofToken(workspaceId: string, domain: string): string {
  return `outreach-verification=${hash('sha256', `${workspaceId}|${domain}`).slice(0, 32)}`;
}
