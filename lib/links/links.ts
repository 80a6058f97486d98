import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { type MailIds, makeToken, recipientDigest } from '#lib/links/token.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** The URLs of this service in one message. */
export interface MailLinks {
  readonly unsubscribeUrl: string;
  /** URL of the open-tracking pixel. */
  readonly openUrl: string;
  /** URL that redirects to the target. @param index zero-based index of the link in the message */
  readonly clickUrl: (target: string, index: number) => Promise<string>;
}

/** @param baseUrl URL of the account's tracking domain or of the stage, without a trailing slash
 * @param address address of the recipient */
export async function mailLinks(
  signer: Pick<TokenSigner, 'sign'>,
  baseUrl: string,
  mail: MailIds,
  address: string,
): Promise<MailLinks> {
  const recipient = await recipientDigest(signer, mail.workspaceId, normaliseEmail(address));

  return {
    unsubscribeUrl: `${baseUrl}/u/${await makeToken(signer, { ...mail, kind: 'unsubscribe', recipient })}`,
    openUrl: `${baseUrl}/t/o/${await makeToken(signer, { ...mail, kind: 'open' })}`,
    clickUrl: async (target, index) =>
      `${baseUrl}/t/c/${await makeToken(signer, { ...mail, kind: 'click', target, index })}`,
  };
}
