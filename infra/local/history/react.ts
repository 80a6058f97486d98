import { commit } from '#lib/commit/commit.ts';
import type { Contact } from '#lib/contacts/contact.ts';
import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import type { Prepared } from '#lib/emails/prepare.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { receivedPut } from '#lib/inbox/items.ts';
import { readMessageContext } from '#lib/inbox/message-context.ts';
import { planAutoReply, planReply } from '#lib/inbox/reply-effects.ts';
import { recipientDigest } from '#lib/links/token.ts';
import { unsubscribe } from '#lib/tracking/unsubscribe.ts';
import { recordVisit } from '#lib/tracking/visit.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { processReply } from './inbox-work.ts';
import { reactionsOf } from './recipients.ts';
import { automaticReply, replyTexts } from './story/texts.ts';
import type { World } from './world.ts';

interface SentEmail {
  /** As it was before the email. */
  readonly execution: Execution;
  readonly contact: Contact;
  readonly account: SendingAccount;
  readonly stepId: string;
  readonly composed: Extract<Prepared, { kind: 'prepared' }>;
}

const minuteMs = 60_000;
/** The user agent of a person: `lib/tracking` does not count programs. */
export const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Schedules what the recipient of an email does with it. */
export function scheduleReactions(world: World, email: SentEmail): void {
  const { random, timeline } = world;
  const { execution, composed } = email;
  const reactions = reactionsOf(random, { step: execution.sentCount, subject: composed.subject });
  const sentAt = timeline.now();
  const later = (minutes: number, action: () => Promise<void>) =>
    timeline.add(sentAt + minutes * minuteMs, action);
  for (const minutes of reactions.opens) later(minutes, () => visit(world, email, { kind: 'open' }));
  if (reactions.click) {
    const { minutes, target } = reactions.click;
    later(minutes, () => visit(world, email, { kind: 'click', target, index: 0 }));
  }
  if (reactions.reply) {
    const text = random.pick(replyTexts[reactions.reply.mood]);
    later(reactions.reply.minutes, () => reply(world, email, text, false));
  }
  if (reactions.automaticReply)
    later(reactions.automaticReply, () => reply(world, email, automaticReply, true));
  if (reactions.unsubscribe) later(reactions.unsubscribe, () => unsubscribeRecipient(world, email));
}

function messageIds({ workspaceId }: World, { execution, stepId }: SentEmail) {
  const { campaignId, contactId, id: executionId } = execution;

  return { workspaceId, campaignId, contactId, executionId, stepId };
}

type Visited =
  | { readonly kind: 'open' }
  | { readonly kind: 'click'; readonly target: string; readonly index: number };

async function visit(world: World, email: SentEmail, visited: Visited): Promise<void> {
  const ids = messageIds(world, email);
  const receivedAt = world.timeline.now();
  const header = (name: string) => (name === 'user-agent' ? browser : undefined);
  const origin = { host: '', isDefaultEndpoint: true, isHead: false, header, form: '' };
  // `recordVisit` only compares it with the tokens of other visits.
  const token = `${ids.executionId} ${ids.stepId} ${visited.kind}`;
  await recordVisit(world.services, { ...ids, ...visited }, { ...origin, token, receivedAt });
}

async function unsubscribeRecipient(world: World, email: SentEmail): Promise<void> {
  const { services, workspaceId, random } = world;
  const address = normaliseEmail(email.contact.email);
  const recipient = await recipientDigest(services.signer, workspaceId, address);
  const ids = messageIds(world, email);
  await unsubscribe(
    services,
    { ...ids, kind: 'unsubscribe', recipient },
    random.chance(0.6) ? 'one_click' : 'link',
  );
}

/** Receives a reply as the reader of the account's inbox does. */
async function reply(world: World, email: SentEmail, text: string, isAutomatic: boolean): Promise<void> {
  const { services, workspaceId } = world;
  const { account, contact, execution, stepId, composed } = email;
  const context = await readMessageContext(services, workspaceId, {
    executionId: execution.id,
    step: stepId,
  });
  if (!context) return;
  const filled = text.replaceAll('{first}', contact.firstName ?? 'me');
  const subject = `${isAutomatic ? 'Automatic reply' : 'Re'}: ${composed.subject}`;
  const messageId = `<${execution.id}.${services.now()}@${contact.email.split('@')[1]}>`;
  const content = {
    fromName: `${contact.firstName} ${contact.lastName}`,
    subject,
    text: filled,
    html: null,
    fullText: `${filled}\n\nOn ${new Date(services.now()).toUTCString()}, ${account.email} wrote:\n> …`,
    attachments: [],
    messageId,
    references: [composed.messageId],
    isTruncated: false,
  };
  const snippet = filled.replaceAll(/\s+/g, ' ').slice(0, 200);
  const parts = { fromEmail: contact.email, snippet, content };
  const outcome = isAutomatic
    ? await planAutoReply(services, context, parts)
    : await planReply(services, context, { messageId, subject }, parts);
  await commit(services, workspaceId, outcome, [
    receivedPut(workspaceId, account.id, messageId, services.now()),
  ]);
  const replyId = outcome.events?.[0]?.data['replyId'];
  if (typeof replyId === 'string') processReply(world, { replyId, accountId: account.id, text: filled });
}
