import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { type CheckToken, makeToken } from '#lib/links/token.ts';

interface HostCheck {
  readonly path: string;
  /** Where the path redirects to. */
  readonly location: string;
}

/** A path that shows whether a host leads to this service: no other service knows where it redirects to. */
export async function makeHostCheck(signer: TokenSigner, workspaceId: string): Promise<HostCheck> {
  const none = '0'.repeat(26);
  const token: CheckToken = {
    ...{ kind: 'check', workspaceId, campaignId: `cmp_${none}`, contactId: `con_${none}` },
    ...{ executionId: `exe_${none}`, stepId: `stp_${none}` },
  };

  return {
    path: `/t/c/${await makeToken(signer, token)}`,
    location: await hostCheckLocation(signer, token),
  };
}

/** A path of the same host: a check link redirects to no other site, so that it is no open redirect. */
export async function hostCheckLocation(signer: TokenSigner, { workspaceId }: CheckToken): Promise<string> {
  return `/${await signer.sign(workspaceId, 'host-check')}`;
}
