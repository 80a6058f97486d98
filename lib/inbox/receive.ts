import type { Bounce } from '#lib/bounces/read-bounces.ts';
import { commit } from '#lib/commit/commit.ts';
import { isOwnAddress } from '#lib/email-accounts/email-accounts.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { settleByEvidence } from '#lib/emails/proven-delivery.ts';
import type { Inbox, InboxServices } from '#lib/inbox/inbox.ts';
import { AlreadyReceived, receivedPut } from '#lib/inbox/items.ts';
import { findLink, isReply, type Link, linkReply } from '#lib/inbox/link.ts';
import { type MessageContext, readMessageContext } from '#lib/inbox/message-context.ts';
import type { ParsedMessage, RelevantClassification } from '#lib/inbox/parse-message.ts';
import { planAutoReply, planReply, planUnstoredReply } from '#lib/inbox/reply-effects.ts';
import { planBounce, planComplaint, planRejection } from '#lib/inbox/report-effects.ts';
import { TooManyReplies } from '#lib/replies/store.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { TransactionRefused } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/**
 * Processes a received message. It takes effect once, also if several folders or inboxes contain it. It has no effect without a
 * proof that it concerns one of our messages: `lib/bounces/README.md` describes what can be forged.
 * @param arrivedAt epoch milliseconds; NaN if it is not known
 */
export async function receive(
  services: InboxServices,
  inbox: Inbox,
  parsed: ParsedMessage,
  arrivedAt: number,
): Promise<void> {
  const { classification } = parsed;
  const { workspaceId, accountId } = inbox;
  const link = await findLink(services, inbox, parsed, arrivedAt);
  const code = link?.proof ?? 'none';
  log('info', 'message classified', { workspaceId, accountId, outcome: classification.kind, code });
  if (!link || (await isFromOwnAccount(services, workspaceId, classification))) return;
  const now = services.now();
  // The mail server states the time of arrival, and may be wrong.
  const receivedAt = Math.min(Number.isNaN(arrivedAt) ? now : arrivedAt, now);
  const dated = { ...parsed, receivedAt };
  const apply = (to: Link) => retryOnConflict(() => applyOnce(services, inbox, to, dated));
  if (await apply(link)) return;
  // A restart has replaced the execution. A reply to an email of the earlier one concerns the latest email.
  const latest = isReply(classification) && (await linkReply(services, inbox, classification, arrivedAt));
  if (latest) await apply(latest);
}

/** A message from one of the workspace's own accounts is not a reply. */
async function isFromOwnAccount(
  services: InboxServices,
  workspaceId: string,
  classification: RelevantClassification,
): Promise<boolean> {
  if (!('from' in classification) || classification.from === null) return false;

  return isOwnAddress(services.table, workspaceId, normaliseEmail(classification.from));
}

/** A reply, report or complaint proves delivery, so that a message without a recorded outcome is first recorded as sent. */
async function readProvenContext(
  services: InboxServices,
  workspaceId: string,
  { ref, proof }: Link,
): Promise<MessageContext | undefined> {
  const context = await readMessageContext(services, workspaceId, ref);
  const evidence = proof === 'sender' ? 'sign' : 'proof';
  const isSettled =
    context && (await settleByEvidence(services, context.execution, context.stepId, evidence));
  if (!isSettled) return context;

  return readMessageContext(services, workspaceId, ref);
}

interface DatedMessage extends ParsedMessage {
  /** Epoch milliseconds; not after the current time. */
  readonly receivedAt: number;
}

/** @returns false if the execution no longer exists */
async function applyOnce(
  services: InboxServices,
  inbox: Inbox,
  link: Link,
  parsed: DatedMessage,
): Promise<boolean> {
  const { workspaceId, accountId } = inbox;
  const { classification, content, receivedAt } = parsed;
  const context = await readProvenContext(services, workspaceId, link);
  if (!context) return false;
  const outcome = await planOutcome(services, context, parsed, link.proof);
  if (!outcome || (outcome.writes.length === 0 && !outcome.events)) return true;
  const commitOnce = (planned: Outcome) => commitEffects(services, inbox, parsed.identity, planned);
  try {
    await commitOnce(outcome);
  } catch (error) {
    if (!(error instanceof TooManyReplies) || !isReply(classification) || !content) throw error;
    log('warn', 'reply not stored', { workspaceId, accountId, code: 'too_many' });
    await commitOnce(
      planUnstoredReply(context, classification.kind, { content, receivedAt }, services.now()),
    );
  }

  return true;
}

/** Commits the effects of a message with its record. Does nothing if the message had its effects before. */
async function commitEffects(
  services: InboxServices,
  { workspaceId, accountId }: Inbox,
  identity: string,
  outcome: Outcome,
): Promise<void> {
  const receivedWrite = receivedPut(workspaceId, accountId, identity, services.now());
  try {
    await commit(services, workspaceId, outcome, [receivedWrite]);
  } catch (error) {
    if (error instanceof AlreadyReceived) return;
    if (error instanceof TransactionRefused)
      throw new StaleDecision('the data of the decision changed before the commit');
    throw error;
  }
}

async function planOutcome(
  services: InboxServices,
  context: MessageContext,
  { classification, message, snippet, content, receivedAt }: DatedMessage,
  proof: Link['proof'],
): Promise<Outcome | undefined> {
  switch (classification.kind) {
    case 'reply':
      return (
        content && planReply(services, context, message, { fromEmail: classification.from, snippet, content })
      );
    case 'auto_reply':
      return (
        content &&
        planAutoReply(services, context, { fromEmail: classification.from, snippet, content }, receivedAt)
      );
    case 'complaint':
      return context.contact && planComplaint(services, { ...context, contact: context.contact });
    case 'soft_bounce': {
      const bounce = bounceOfContact(context, classification.bounces);

      // A delayed email may still arrive.
      return bounce && !bounce.isDelayed
        ? planRejection(services, context, bounce, proof !== 'arrival')
        : undefined;
    }
    case 'hard_bounce': {
      const { contact } = context;
      const bounce = bounceOfContact(context, classification.bounces);
      // The time of arrival alone is a weak proof: the address stays usable.
      const shouldSuppress = proof !== 'arrival';

      return contact && bounce && planBounce(services, { ...context, contact }, bounce, shouldSuppress);
    }
  }
}

/** A report with a proof may name no address. A report that names only other addresses has no effect. */
function bounceOfContact({ contact }: MessageContext, bounces: readonly Bounce[]): Bounce | undefined {
  const address = contact && normaliseEmail(contact.email);

  return bounces.find(
    ({ addresses }) => addresses.length === 0 || addresses.some((each) => each === address),
  );
}
