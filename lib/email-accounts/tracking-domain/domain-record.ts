import { hash } from 'node:crypto';

/** Name of the TXT record that proves the ownership of a domain. Names with an underscore: RFC 8552. */
export const proofName = (domain: string) => `_outreach.${domain}`;

/**
 * The required content of the TXT record. It is bound to one workspace and one domain, so it is not valid for another
 * workspace. See "Domain Control Validation using DNS", draft-ietf-dnsop-domain-verification-techniques.
 */
export function proofToken(workspaceId: string, domain: string): string {
  return `outreach-verification=${hash('sha256', `${workspaceId}|${domain}`).slice(0, 32)}`;
}
