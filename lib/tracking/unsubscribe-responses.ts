import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { messageHeaders, messagePage } from '#lib/html/message-page.ts';
import { recipientPage } from '#lib/html/recipient-pages.ts';
import { ok } from '#lib/http/reply.ts';
import type { Visit } from '#lib/http/visit.ts';
import { readShortToken } from '#lib/links/short-link.ts';
import { readToken } from '#lib/links/token.ts';
import {
  detectMethod,
  expandShortLink,
  type UnsubscribeServices,
  type UnsubscribeToken,
  unsubscribe,
} from '#lib/tracking/unsubscribe.ts';
import { notFound } from '#lib/values/problem.ts';

/**
 * The confirmation page. It changes nothing, because mail security scanners open every link, and reads nothing.
 * @throws Problem 404
 */
export async function showUnsubscribePage({ signer }: { readonly signer: TokenSigner }, visit: Visit) {
  const isShort = (await readShortToken(signer, visit.token)) !== undefined;
  if (!isShort && (await readToken(signer, visit.token))?.kind !== 'unsubscribe') throw notFound();

  return ok(messagePage(recipientPage('confirm', visit.header('accept-language'))), messageHeaders);
}

/** Handles the page's button and one-click requests of mail clients (RFC 8058). @throws Problem 404 */
export async function respondToUnsubscribe(services: UnsubscribeServices, visit: Visit) {
  await unsubscribe(services, await requireUnsubscribe(services, visit), detectMethod(visit.form));

  return ok(messagePage(recipientPage('unsubscribed', visit.header('accept-language'))), messageHeaders);
}

async function requireUnsubscribe(services: UnsubscribeServices, visit: Visit): Promise<UnsubscribeToken> {
  const short = await readShortToken(services.signer, visit.token);
  const token = short
    ? await expandShortLink(services, short)
    : await readToken(services.signer, visit.token);
  if (token?.kind !== 'unsubscribe') throw notFound();

  return token;
}
