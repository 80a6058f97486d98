import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { type ShortLink, shortLinkOf } from '#lib/links/short-link.ts';
import { createToken, type MessageIds, recipientDigest } from '#lib/links/token.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** The URLs of this service in one message. */
export interface EmailLinks {
  readonly unsubscribeUrl: string;
  /** The unsubscribe link of plain-text emails. */
  readonly short: ShortLink & { readonly url: string };
  /** URL of the open-tracking pixel. */
  readonly openUrl: string;
  /** URL that redirects to the target. @param index zero-based index of the link in the message */
  readonly clickUrl: (target: string, index: number) => Promise<string>;
}

/** @param baseUrl URL of the account's tracking domain or of the stage, without a trailing slash
 * @param address address of the recipient */
export async function createEmailLinks(
  signer: Pick<TokenSigner, 'sign'>,
  baseUrl: string,
  ids: MessageIds,
  address: string,
): Promise<EmailLinks> {
  const recipient = await recipientDigest(signer, ids.workspaceId, normaliseEmail(address));
  const short = await shortLinkOf(signer, ids, recipient);

  return {
    short: { ...short, url: `${baseUrl}/u/${short.token}` },
    unsubscribeUrl: `${baseUrl}/u/${await createToken(signer, { ...ids, kind: 'unsubscribe', recipient })}`,
    openUrl: `${baseUrl}/t/o/${await createToken(signer, { ...ids, kind: 'open' })}`,
    clickUrl: async (target, index) =>
      `${baseUrl}/t/c/${await createToken(signer, { ...ids, kind: 'click', target, index })}`,
  };
}
