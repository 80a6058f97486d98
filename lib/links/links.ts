import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { type MailIds, makeToken, recipientDigest } from '#lib/links/token.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/** The addresses of this service that one mail knows. */
export interface MailLinks {
  readonly unsubscribeUrl: string;
  /** Where the picture is that tells of an opening. */
  readonly openUrl: string;
  /** What leads on to a page. @param index the how-manieth link of the mail it is */
  readonly clickUrl: (target: string, index: number) => Promise<string>;
}

/** @param baseUrl of the account's own domain for links, or of the stage; without a slash at its end
 * @param address that the message is sent to */
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
