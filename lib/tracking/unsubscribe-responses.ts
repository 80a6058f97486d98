import { messageHeaders, messagePage } from '#lib/html/message-page.ts';
import { recipientPage } from '#lib/html/recipient-pages.ts';
import { ok } from '#lib/http/reply.ts';
import type { Visit } from '#lib/http/visit.ts';
import { readToken } from '#lib/links/token.ts';
import {
  detectMethod,
  type UnsubscribeServices,
  type UnsubscribeToken,
  unsubscribe,
} from '#lib/tracking/unsubscribe.ts';
import { notFound } from '#lib/values/problem.ts';

/** The confirmation page. It changes nothing, because mail security scanners open every link. @throws Problem 404 */
export async function showUnsubscribePage(services: UnsubscribeServices, visit: Visit) {
  await requireUnsubscribe(services, visit);

  return ok(messagePage(recipientPage('confirm', visit.header('accept-language'))), messageHeaders);
}

/** Handles the page's button and one-click requests of mail clients (RFC 8058). @throws Problem 404 */
export async function respondToUnsubscribe(services: UnsubscribeServices, visit: Visit) {
  await unsubscribe(services, await requireUnsubscribe(services, visit), detectMethod(visit.form));

  return ok(messagePage(recipientPage('unsubscribed', visit.header('accept-language'))), messageHeaders);
}

async function requireUnsubscribe(services: UnsubscribeServices, visit: Visit): Promise<UnsubscribeToken> {
  const token = await readToken(services.signer, visit.token);
  if (token?.kind !== 'unsubscribe') throw notFound();

  return token;
}
