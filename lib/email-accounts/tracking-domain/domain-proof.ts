import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { proofName, proofToken } from '#lib/email-accounts/tracking-domain/domain-record.ts';
import { makeHostCheck } from '#lib/links/host-check.ts';
import { DnsSilent, type SenderDns, withQuestions } from '#lib/sender-dns/questions.ts';

export interface ProofServices {
  readonly signer: TokenSigner;
  /** Returns the redirect target of a URL. */
  readonly findRedirect: (url: string) => Promise<string | undefined>;
  /** Creates a DNS client for one check. */
  readonly senderDns: () => SenderDns;
}

const deadlineMs = 5000;

/** Whether the domain's owner allows the workspace to use it, and the domain leads to this service. */
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
