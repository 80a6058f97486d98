import { findStep } from '#lib/campaigns/definition/find-step.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { Sendable } from '#lib/emails/claim.ts';
import { composeMail } from '#lib/emails/rendering/compose.ts';
import { companyFor } from '#lib/emails/rendering/merge-company.ts';
import { chooseVariant } from '#lib/emails/rendering/variant.ts';
import type { Thread } from '#lib/emails/thread.ts';
import { type MailLinks, mailLinks } from '#lib/links/links.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';
import type { Services } from '#lib/runtime/services.ts';

export type Prepared =
  | {
      readonly kind: 'prepared';
      readonly raw: Buffer;
      /** As rendered, without `Re:`. */
      readonly subject: string;
      readonly variantId: string;
      readonly messageId: string;
      /** Whether it begins a thread, instead of replying in one. */
      readonly startsThread: boolean;
    }
  /** Its contact lacks what the text needs, or the step has nothing to send: somebody must change one of them. */
  | { readonly kind: 'lacking'; readonly reason: string }
  /** It can never be sent. */
  | { readonly kind: 'impossible'; readonly reason: string };

interface PrepareServices extends Services {
  readonly signer: TokenSigner;
  /** Where tracked links and ways to unsubscribe lead, unless the account has a domain of its own for them. */
  readonly linksBaseUrl: string;
}

/** The mail as it would go over the wire, from what its execution and its step are at this moment. Changes nothing. */
export async function prepareMail(
  services: PrepareServices,
  workspaceId: string,
  sendable: Sendable,
): Promise<Prepared> {
  const { campaign, contact, account, execution, stepId } = sendable;
  const step = await findStep(services.table, workspaceId, campaign.id, stepId);
  const variant = step && chooseVariant(step, execution.id);
  if (!step || !variant) return { kind: 'lacking', reason: 'nothing_to_send' };

  const thread = step.thread === 'reply' ? await threadOf(services.signer, workspaceId, sendable) : undefined;
  const messageId = await messageIdOf(services.signer, workspaceId, sendable, stepId);
  const composed = await composeMail({
    ...{ variant, contact, messageId, stepId, thread },
    company: await companyFor(services.table, workspaceId, variant, contact),
    ...{ sender: account, executionId: execution.id, settings: campaign },
    links: await linksOf(services, workspaceId, sendable),
  });
  switch (composed.kind) {
    case 'missing':
      return { kind: 'lacking', reason: 'missing_variable' };
    case 'too_large':
      return { kind: 'impossible', reason: 'mail_too_large' };
    case 'composed': {
      const { raw, subject } = composed;
      const startsThread = thread === undefined;

      return { kind: 'prepared', raw, subject, variantId: variant.id, messageId, startsThread };
    }
  }
}

function linksOf(
  { signer, linksBaseUrl }: PrepareServices,
  workspaceId: string,
  { campaign, contact, execution, account, stepId }: Sendable,
): Promise<MailLinks> {
  const mail = { workspaceId, campaignId: campaign.id, contactId: contact.id, executionId: execution.id };

  const { trackingDomain, trackingDomainStatus } = account;
  const isUsable = trackingDomain !== null && trackingDomainStatus === 'verified';
  const baseUrl = isUsable ? `https://${trackingDomain}` : linksBaseUrl;

  return mailLinks(signer, baseUrl, { ...mail, stepId }, contact.email);
}

/** The conversation so far: its subject as it was sent, and the ids of its mails, which follow from their steps. */
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
