import { hash } from 'node:crypto';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { DnsSilent, type SenderDns, withQuestions } from '#lib/sender-dns/questions.ts';
import { makeHostCheck } from '#lib/tracking/host-check.ts';

export interface ProofServices {
  readonly signer: TokenSigner;
  /** Where a URL redirects to. */
  readonly findRedirect: (url: string) => Promise<string | undefined>;
  /** One for each check. */
  readonly senderDns: () => SenderDns;
}

const deadlineMs = 5000;

/** Underscored names: RFC 8552. A TXT record there is in the hands of the domain's owner alone. */
export const proofName = (domain: string) => `_outreach.${domain}`;

/**
 * What the TXT record must say. It names one workspace and one domain, so that the record of one workspace proves nothing for
 * another. See "Domain Control Validation using DNS", draft-ietf-dnsop-domain-verification-techniques.
 */
export function proofToken(workspaceId: string, domain: string): string {
  return `outreach-verification=${hash('sha256', `${workspaceId}|${domain}`).slice(0, 32)}`;
}

/** Whether the owner of a domain lets the workspace use it, and the domain leads to this service. */
export async function isDomainProven(
  services: ProofServices,
  workspaceId: string,
  domain: string,
): Promise<boolean> {
  const proofs = await Promise.all([
    isAllowedByOwner(services, workspaceId, domain),
    leadsHere(services, workspaceId, domain),
  ]);

  return proofs.every(Boolean);
}

async function isAllowedByOwner({ senderDns }: ProofServices, workspaceId: string, domain: string) {
  try {
    const texts = await withQuestions(senderDns(), ({ texts }) => texts(proofName(domain)), deadlineMs);

    return texts.some((text) => text.trim() === proofToken(workspaceId, domain));
  } catch (error) {
    if (error instanceof DnsSilent) return false;
    throw error;
  }
}

async function leadsHere({ signer, findRedirect }: ProofServices, workspaceId: string, domain: string) {
  const { path, location } = await makeHostCheck(signer, workspaceId);

  return (await findRedirect(`https://${domain}${path}`)) === location;
}
