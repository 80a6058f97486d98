import { findStep } from '#lib/campaigns/definition/find-step.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { composeEmail } from '#lib/emails/rendering/compose.ts';
import { companyFor } from '#lib/emails/rendering/merge-company.ts';
import { chooseVariant } from '#lib/emails/rendering/variant.ts';
import type { Sendable } from '#lib/emails/send-decision.ts';
import type { Thread } from '#lib/emails/thread.ts';
import { createEmailLinks, type EmailLinks } from '#lib/links/links.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';
import type { Services } from '#lib/runtime/services.ts';

export type Prepared =
  | {
      readonly kind: 'prepared';
      readonly raw: Buffer;
      /** Rendered, without `Re:`. */
      readonly subject: string;
      readonly variantId: string;
      readonly messageId: string;
      /** True if the message starts a thread, false if it replies. */
      readonly startsThread: boolean;
    }
  /** The contact has no value for a required field, or the step has no enabled variant. A user must change one of them. */
  | { readonly kind: 'incomplete'; readonly reason: string }
  /** The email cannot be sent and is not retried. */
  | { readonly kind: 'impossible'; readonly reason: string };

interface PrepareServices extends Services {
  readonly signer: TokenSigner;
  /** Base URL of tracked and unsubscribe links for accounts without a verified tracking domain. */
  readonly linksBaseUrl: string;
}

/** Composes the email from the current state of its execution and its step. Read-only. */
export async function prepareEmail(
  services: PrepareServices,
  workspaceId: string,
  sendable: Sendable,
): Promise<Prepared> {
  const { campaign, contact, account, execution, stepId } = sendable;
  const step = await findStep(services.table, workspaceId, campaign.id, stepId);
  const variant = step && chooseVariant(step, execution.id);
  if (!step || !variant) return { kind: 'incomplete', reason: 'nothing_to_send' };

  const thread = step.thread === 'reply' ? await threadOf(services.signer, workspaceId, sendable) : undefined;
  const messageId = await messageIdOf(services.signer, workspaceId, sendable, stepId);
  const composed = await composeEmail({
    ...{ variant, contact, messageId, stepId, thread },
    company: await companyFor(services.table, workspaceId, variant, contact),
    ...{ sender: account, executionId: execution.id, settings: campaign },
    links: await createLinks(services, workspaceId, sendable),
  });
  switch (composed.kind) {
    case 'missing':
      return { kind: 'incomplete', reason: 'missing_variable' };
    case 'too_large':
      return { kind: 'impossible', reason: 'mail_too_large' };
    case 'composed': {
      const { raw, subject } = composed;
      const startsThread = thread === undefined;

      return { kind: 'prepared', raw, subject, variantId: variant.id, messageId, startsThread };
    }
  }
}

function createLinks(
  { signer, linksBaseUrl }: PrepareServices,
  workspaceId: string,
  { campaign, contact, execution, account, stepId }: Sendable,
): Promise<EmailLinks> {
  const emailIds = { workspaceId, campaignId: campaign.id, contactId: contact.id, executionId: execution.id };

  const { trackingDomain, trackingDomainStatus } = account;
  const isUsable = trackingDomain !== null && trackingDomainStatus === 'verified';
  const baseUrl = isUsable ? `https://${trackingDomain}` : linksBaseUrl;

  return createEmailLinks(signer, baseUrl, { ...emailIds, stepId }, contact.email);
}

/** The thread so far: the subject that was sent, and the Message-IDs, derived from the steps. */
async function threadOf(
  signer: TokenSigner,
  workspaceId: string,
  sendable: Sendable,
): Promise<Thread | undefined> {
  const { thread, sentSteps } = sendable.execution;
  const messageIds = sentSteps
    .slice(thread?.from)
    .map((stepId) => messageIdOf(signer, workspaceId, sendable, stepId));

  return thread && { subject: thread.subject, messageIds: await Promise.all(messageIds) };
}
