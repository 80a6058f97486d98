import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { TrackingDomainReason } from '#lib/email-accounts/email-account.ts';
import { proofName, proofToken } from '#lib/email-accounts/tracking-domain/domain-record.ts';
import { createHostCheck } from '#lib/links/host-check.ts';
import { ConnectionFailure, type FailureCode } from '#lib/network/connection-failure.ts';
import { DnsUnavailable, type SenderDns, withDnsQueries } from '#lib/sender-dns/dns-queries.ts';

export interface ProofServices {
  readonly signer: TokenSigner;
  /** Returns the redirect target of a URL. @throws ConnectionFailure */
  readonly findRedirect: (url: string) => Promise<string | undefined>;
  /** Creates a DNS client for one check. */
  readonly senderDns: () => SenderDns;
}

const deadlineMs = 5000;

/** The reason why the workspace cannot use the domain; null if its owner allows it and its requests reach this service. */
export async function findDomainReason(
  services: ProofServices,
  workspaceId: string,
  domain: string,
): Promise<TrackingDomainReason | null> {
  const [recordReason, routeReason] = await Promise.all([
    findRecordReason(services, workspaceId, domain),
    findRouteReason(services, workspaceId, domain),
  ]);

  return recordReason ?? routeReason;
}

async function findRecordReason(
  { senderDns }: ProofServices,
  workspaceId: string,
  domain: string,
): Promise<TrackingDomainReason | null> {
  try {
    const records = await withDnsQueries(senderDns(), ({ texts }) => texts(proofName(domain)), deadlineMs);

    return records.some((text) => text.trim() === proofToken(workspaceId, domain)) ? null : 'record_missing';
  } catch (error) {
    if (error instanceof DnsUnavailable) return 'dns_unavailable';
    throw error;
  }
}

const failureReasons: Partial<Record<FailureCode, TrackingDomainReason>> = {
  dns: 'name_not_found',
  tls: 'certificate_invalid',
};

async function findRouteReason(
  { signer, findRedirect }: ProofServices,
  workspaceId: string,
  domain: string,
): Promise<TrackingDomainReason | null> {
  const { path, location } = await createHostCheck(signer, workspaceId, domain);
  try {
    return (await findRedirect(`https://${domain}${path}`)) === location ? null : 'points_elsewhere';
  } catch (error) {
    if (error instanceof ConnectionFailure) return failureReasons[error.code] ?? 'unreachable';
    throw error;
  }
}
