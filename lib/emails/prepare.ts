import { findStep } from '#lib/campaigns/state/find-step.ts';
import { type ComposeServices, composeStep } from '#lib/emails/compose-step.ts';
import { companyFor } from '#lib/emails/rendering/merge-company.ts';
import { chooseVariant } from '#lib/emails/rendering/variant.ts';
import type { Sendable } from '#lib/emails/send-decision.ts';
import type { Thread } from '#lib/emails/thread.ts';
import type { ShortLink } from '#lib/links/short-link.ts';
import { messageIdOf } from '#lib/mail/message-id.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { TrackedAction } from '#lib/values/event-kind.ts';

export type Prepared =
  | {
      readonly kind: 'prepared';
      readonly raw: Buffer;
      /** Rendered, without `Re:`. */
      readonly subject: string;
      readonly variantId: string;
      readonly tracked: TrackedAction[];
      readonly messageId: string;
      /** The short link that the text has. */
      readonly shortLink: ShortLink | undefined;
      /** True if the message starts a thread, false if it replies. */
      readonly startsThread: boolean;
    }
  /** The contact has no value for a required field, or the step has no enabled variant. A user must change one of them. */
  | { readonly kind: 'incomplete'; readonly reason: string }
  /** The email cannot be sent and is not retried. */
  | { readonly kind: 'impossible'; readonly reason: string };

/** Composes the email from the current state of its execution and its step. Read-only. */
export async function prepareEmail(
  services: Services & ComposeServices,
  workspaceId: string,
  sendable: Sendable,
): Promise<Prepared> {
  const { campaign, contact, execution, stepId } = sendable;
  const step = await findStep(services.table, workspaceId, campaign.id, stepId);
  const variant = step && chooseVariant(step, execution.id, campaign.winners);
  if (!step || !variant) return { kind: 'incomplete', reason: 'nothing_to_send' };

  const thread = step.thread === 'reply' ? await threadOf(services.signer, workspaceId, sendable) : undefined;
  const company = await companyFor(services.table, workspaceId, variant, contact);
  const email = { ...sendable, variant, company, thread };
  const { composed, messageId, links } = await composeStep(services, workspaceId, email);
  switch (composed.kind) {
    case 'missing':
      return { kind: 'incomplete', reason: 'missing_variable' };
    case 'too_large':
      return { kind: 'impossible', reason: 'mail_too_large' };
    case 'composed': {
      const { raw, subject, content } = composed;
      const { tracked, hasShortLink } = content;

      return {
        kind: 'prepared',
        raw,
        subject,
        variantId: variant.id,
        tracked,
        messageId,
        shortLink: hasShortLink ? links.short : undefined,
        startsThread: thread === undefined,
      };
    }
  }
}

/**
 * The thread so far: the subject that was sent, and the Message-IDs, derived from the steps. `thread.from` is the index in
 * `sentSteps` of the thread's first email.
 */
async function threadOf(
  signer: ComposeServices['signer'],
  workspaceId: string,
  sendable: Sendable,
): Promise<Thread | undefined> {
  const { thread, sentSteps } = sendable.execution;
  if (!thread) return undefined;
  const messageIds = sentSteps
    .slice(thread.from)
    .map((stepId) => messageIdOf(signer, workspaceId, sendable, stepId));

  return { subject: thread.subject, messageIds: await Promise.all(messageIds) };
}
