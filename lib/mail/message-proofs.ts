/** The code of a `Message-ID`, and the token of a link: only the recipient and the servers on the way know them. */
const proofs = /(\be\.[0-9a-z]{26}\.[0-9a-z]{4}\.)[0-9a-z]{16}|(\/(?:u|t\/[oc])\/)[\w-]{20,}/gi;

/**
 * A text without what proves the receipt of our messages. Otherwise a reader could report a bounce, complain or unsubscribe in the
 * name of a recipient.
 */
export function withoutProofs(text: string): string {
  return text.replaceAll(proofs, '$1$2***');
}
