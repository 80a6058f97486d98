import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { proofName, proofToken } from '#lib/email-accounts/tracking-domain/domain-record.ts';
import { createHostCheck } from '#lib/links/host-check.ts';
import { DnsUnavailable, type SenderDns, withDnsQueries } from '#lib/sender-dns/dns-queries.ts';

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
    redirectsHere(services, workspaceId, domain),
  ]);

  return proofs.every(Boolean);
}

async function isAllowedByOwner({ senderDns }: ProofServices, workspaceId: string, domain: string) {
  try {
    const records = await withDnsQueries(senderDns(), ({ texts }) => texts(proofName(domain)), deadlineMs);

    return records.some((text) => text.trim() === proofToken(workspaceId, domain));
  } catch (error) {
    if (error instanceof DnsUnavailable) return false;
    throw error;
  }
}

async function redirectsHere({ signer, findRedirect }: ProofServices, workspaceId: string, domain: string) {
  const { path, location } = await createHostCheck(signer, workspaceId, domain);

  return (await findRedirect(`https://${domain}${path}`)) === location;
}
