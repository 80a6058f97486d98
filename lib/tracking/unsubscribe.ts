import { commit } from '#lib/commit/commit.ts';
import { erasedAddress, erasedMarkPut } from '#lib/contacts/addresses/erased-address.ts';
import { readFormerAddresses } from '#lib/contacts/addresses/former-address.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { settleByEvidence } from '#lib/emails/proven-delivery.ts';
import { planUnsubscription } from '#lib/emails/unsubscription.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { findShortLink, type ShortToken } from '#lib/links/short-link.ts';
import { recipientDigest, type TrackingToken } from '#lib/links/token.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import type { UnsubscribeMethod } from '#lib/values/event-kind.ts';
import { sampleContactId } from '#lib/values/ids.ts';

export interface UnsubscribeServices extends Services {
  readonly signer: TokenSigner;
}

export type UnsubscribeToken = Extract<TrackingToken, { kind: 'unsubscribe' }>;

/**
 * Suppresses the address: after the commit no campaign can claim a message to it. Idempotent. The visit also proves the
 * delivery of its message, even if the address was already suppressed.
 */
export async function unsubscribe(
  services: UnsubscribeServices,
  token: UnsubscribeToken,
  method: UnsubscribeMethod,
): Promise<void> {
  // A preview or a test email, which belongs to no contact.
  if (token.contactId === sampleContactId) return;
  await retryOnConflict(async () => {
    await recordDelivery(services, token);
    const change = await planTokenUnsubscription(services, token, method);
    if (change) await commit(services, token.workspaceId, change);
  });
}

/** Reads the content of a short link. Its step is a sent or claimed step of the execution. @returns undefined if it has expired */
export async function expandShortLink(
  { table }: Services,
  short: ShortToken,
): Promise<UnsubscribeToken | undefined> {
  const link = await findShortLink(table, short);
  if (!link) return undefined;
  const execution = await findExecution(table, link.workspaceId, link.contactId, link.campaignId);
  const { sentSteps = [], stepId = '' } = execution?.id === link.executionId ? execution : {};

  return { ...link, stepId: [...sentSteps, stepId].find(short.isStep) ?? link.stepId };
}

/** Detects the one-click form of RFC 8058, section 3.1, URL-encoded or multipart. The form of the page is empty. */
export function detectMethod(form: string): UnsubscribeMethod {
  const text = form.toLowerCase();
  const field = text.indexOf('list-unsubscribe');

  return field !== -1 && text.indexOf('one-click', field) !== -1 ? 'one_click' : 'link';
}

/**
 * Suppresses only the address that received the message. The contact is unsubscribed if this is its current address;
 * otherwise it stays active. This also works after the campaign or the contact was deleted.
 */
async function planTokenUnsubscription(
  services: UnsubscribeServices,
  token: UnsubscribeToken,
  method: UnsubscribeMethod,
): Promise<Outcome | undefined> {
  const { table } = services;
  const { workspaceId, campaignId, contactId, executionId, stepId } = token;
  const [contact, execution] = await Promise.all([
    findContact(table, workspaceId, contactId),
    findExecution(table, workspaceId, contactId, campaignId),
  ]);
  // The address of an erased contact is unknown, so its digest in the link is suppressed. The mark enables look-ups of digests.
  const recipientAddress = await recipientOf(services, token, contact);
  const address = recipientAddress ?? erasedAddress(token.recipient);
  const emailIds = { executionId, campaignId, contactId, stepId };
  const outcome = await planUnsubscription(services, workspaceId, { address, method, emailIds, execution });
  if (!outcome || recipientAddress !== undefined) return outcome;

  return { ...outcome, writes: [...outcome.writes, erasedMarkPut(workspaceId)] };
}

/**
 * The contact's current or former address that received the message. Every change of an address stores the former one in the
 * same transaction. Undefined after the contact was erased, or if the table was restored to a time before it was created.
 */
async function recipientOf(
  { table, signer }: UnsubscribeServices,
  { workspaceId, contactId, recipient }: UnsubscribeToken,
  contact: Contact | undefined,
): Promise<string | undefined> {
  const isRecipient = async (address: string) =>
    (await recipientDigest(signer, workspaceId, address)) === recipient;
  const current = contact && normaliseEmail(contact.email);
  if (current !== undefined && (await isRecipient(current))) return current;
  for await (const address of readFormerAddresses(table, workspaceId, contactId)) {
    if (await isRecipient(address)) return address;
  }

  return undefined;
}

/** Records the message as sent if no outcome is recorded. For a deleted campaign or contact, nothing is recorded. */
async function recordDelivery(services: UnsubscribeServices, token: UnsubscribeToken): Promise<void> {
  const { workspaceId, contactId, campaignId, executionId, stepId } = token;
  const execution = await findExecution(services.table, workspaceId, contactId, campaignId);
  if (execution?.id === executionId) await settleByEvidence(services, execution, stepId, 'proof');
}
