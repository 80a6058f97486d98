import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { type Composed, composeEmail, type Draft, type Sender } from '#lib/emails/rendering/compose.ts';
import type { EmailSettings } from '#lib/emails/rendering/content.ts';
import type { MergeContact } from '#lib/emails/rendering/merge-fields.ts';
import { createEmailLinks, type EmailLinks } from '#lib/links/links.ts';
import { type MessageSource, messageIdOf } from '#lib/mail/message-id.ts';

export interface ComposeServices {
  readonly signer: Pick<TokenSigner, 'sign'>;
  /** Base URL of tracked and unsubscribe links for accounts without a verified tracking domain. */
  readonly linksBaseUrl: string;
}

/** The parts of an account that its emails show, and the domain of their links. */
export type ComposedSender = Sender & Pick<SendingAccount, 'trackingDomain' | 'trackingDomainStatus'>;

/** The email of one step for one recipient, before it is composed. */
export interface StepEmail extends Pick<Draft, 'variant' | 'company' | 'thread' | 'stepId'> {
  readonly campaign: EmailSettings & { readonly id: string };
  readonly contact: MergeContact & { readonly id: string };
  readonly account: ComposedSender;
  readonly execution: MessageSource;
  /** Seed of the choices in the texts; the id of the execution unless the email is a test. */
  readonly seed?: string;
}

/** Composes the email of a step with its Message-ID and its links: the same message for a preview, a send and a retry. */
export async function composeStep(
  services: ComposeServices,
  workspaceId: string,
  email: StepEmail,
  options: Pick<Draft, 'missingFields' | 'subjectPrefix' | 'to'> = {},
): Promise<{ readonly composed: Composed; readonly messageId: string; readonly links: EmailLinks }> {
  const { campaign, contact, account, execution, variant, company, thread, stepId } = email;
  const { seed = execution.id } = email;
  const messageId = await messageIdOf(services.signer, workspaceId, { account, execution }, stepId);
  const links = await createLinks(services, workspaceId, email);
  const composed = await composeEmail({
    variant,
    contact,
    company,
    messageId,
    stepId,
    thread,
    links,
    sender: account,
    seed,
    settings: campaign,
    ...options,
  });

  return { composed, messageId, links };
}

function createLinks(
  { signer, linksBaseUrl }: ComposeServices,
  workspaceId: string,
  { campaign, contact, execution, account, stepId }: StepEmail,
): Promise<EmailLinks> {
  const { trackingDomain, trackingDomainStatus } = account;
  const isUsable = trackingDomain !== null && trackingDomainStatus === 'verified';
  const baseUrl = isUsable ? `https://${trackingDomain}` : linksBaseUrl;
  const ids = {
    workspaceId,
    campaignId: campaign.id,
    contactId: contact.id,
    executionId: execution.id,
    stepId,
  };

  return createEmailLinks(signer, baseUrl, ids, contact.email);
}
