import { findStep } from '#lib/campaigns/step-items.ts';
import { readCompanies } from '#lib/companies/read.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import type { Sendable } from '#lib/emails/claim.ts';
import { composeMail } from '#lib/emails/compose.ts';
import type { MergeCompany } from '#lib/emails/merge-fields.ts';
import type { Thread } from '#lib/emails/thread.ts';
import { chooseVariant, type Variant } from '#lib/emails/variant.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type MailLinks, mailLinks } from '#lib/tracking/links.ts';

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
  readonly vault: Vault;
  /** Where tracked links and ways to unsubscribe lead; undefined while nothing would answer there. */
  readonly linksBaseUrl: string | undefined;
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

  const thread = step.thread === 'reply' ? await threadOf(services.vault, workspaceId, sendable) : undefined;
  const messageId = await messageIdOf(services.vault, workspaceId, sendable, stepId);
  const composed = await composeMail({
    ...{ variant, contact, messageId, stepId, thread },
    company: await companyFor(services, workspaceId, variant, contact),
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

/** Read only for texts that speak of it. */
async function companyFor(
  { table }: PrepareServices,
  workspaceId: string,
  { subject, bodyHtml, bodyText }: Variant,
  { companyId }: Contact,
): Promise<MergeCompany | undefined> {
  const isAsked = [subject, bodyHtml, bodyText].some((text) => /company/i.test(text ?? ''));
  if (companyId === null || !isAsked) return undefined;
  const found = await readCompanies(table, workspaceId, [companyId]);

  return found.get(companyId);
}

function linksOf(
  { vault, linksBaseUrl }: PrepareServices,
  workspaceId: string,
  { campaign, contact, execution, stepId }: Sendable,
): Promise<MailLinks> | undefined {
  const mail = { workspaceId, campaignId: campaign.id, contactId: contact.id, executionId: execution.id };

  return linksBaseUrl === undefined ? undefined : mailLinks(vault, linksBaseUrl, { ...mail, stepId });
}

/** The conversation so far: its subject as it was sent, and the ids of its mails, which follow from their steps. */
async function threadOf(vault: Vault, workspaceId: string, sendable: Sendable): Promise<Thread | undefined> {
  const { thread, sentSteps } = sendable.execution;
  const messageIds = sentSteps
    .slice(thread?.from)
    .map((stepId) => messageIdOf(vault, workspaceId, sendable, stepId));

  return thread && { subject: thread.subject, messageIds: await Promise.all(messageIds) };
}

/** Fixed before the dialogue, and always the same. Its code tells a reply to it from a forgery. */
async function messageIdOf(
  vault: Vault,
  workspaceId: string,
  { execution, account }: Pick<Sendable, 'execution' | 'account'>,
  stepId: string,
): Promise<string> {
  const domain = account.email.slice(account.email.lastIndexOf('@') + 1);
  const code = await vault.authenticate(workspaceId, `${execution.id}.${stepId}`);

  return `<${execution.id}.${stepId}.${code}@${domain}>`;
}
