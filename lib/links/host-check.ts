import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { createToken } from '#lib/links/token.ts';

interface HostCheck {
  readonly path: string;
  /** Where the path redirects to. */
  readonly location: string;
}

/**
 * A path that proves that requests to a host reach this service, with the name of the host: no other service can compute its
 * redirect location.
 */
export async function createHostCheck(
  signer: TokenSigner,
  workspaceId: string,
  host: string,
): Promise<HostCheck> {
  // A token needs all ids, but only the workspace id has a meaning here.
  const zeros = '0'.repeat(26);
  const token = await createToken(signer, {
    kind: 'check',
    workspaceId,
    campaignId: `cmp_${zeros}`,
    contactId: `con_${zeros}`,
    executionId: `exe_${zeros}`,
    stepId: `stp_${zeros}`,
  });

  return { path: `/t/c/${token}`, location: await hostCheckLocation(signer, workspaceId, host) };
}

/** A path on the same host, so that a check link is not an open redirect. */
export async function hostCheckLocation(
  signer: TokenSigner,
  workspaceId: string,
  host: string,
): Promise<string> {
  return `/${await signer.sign(workspaceId, `host-check.${host}`)}`;
}
