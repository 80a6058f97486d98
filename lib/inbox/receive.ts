import { commit } from '#lib/commit/commit.ts';
import { isOwnAddress } from '#lib/email-accounts/email-accounts.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { recordProvenDelivery } from '#lib/emails/proven-delivery.ts';
import { classify } from '#lib/inbox/classify.ts';
import { type Concerned, readConcerned } from '#lib/inbox/concerned.ts';
import { planAutoReply, planBounce, planComplaint, planReply } from '#lib/inbox/effects.ts';
import type { Inbox, InboxServices } from '#lib/inbox/inbox.ts';
import { AlreadyReceived, receivedPut } from '#lib/inbox/items.ts';
import { type Concern, findLink, type Link } from '#lib/inbox/link.ts';
import type { MessageRef } from '#lib/mail/message-id.ts';
import { headerOf, type ReceivedMail, readMessage } from '#lib/mail/received-message.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { TransactionRefused } from '#lib/storage/table.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/**
 * What one message brings about, once, however often it is read and from however many inboxes. What does not prove which of
 * our messages it is about has no effect: `lib/bounces/README.md` says what a stranger can forge.
 */
export async function receive(services: InboxServices, inbox: Inbox, source: Buffer): Promise<void> {
  const header = headerOf(source);
  // Of what is made to be hard to read, nothing is read but who answers what.
  const mail = (await readMessage(source)) ?? (await readMessage(header));
  const finding = mail && classify(mail);
  if (!finding || finding.kind === 'other') return;
  const { workspaceId, accountId } = inbox;
  const link = await findLink(services, inbox, finding, mail);
  const code = link?.proof ?? 'none';
  log('info', 'message classified', { workspaceId, accountId, outcome: finding.kind, code });
  if (!link || (await isOwn(services, workspaceId, finding))) return;

  const identity = mail.messageId === '' ? header.toString('latin1') : mail.messageId;
  await retryOnConflict(() => take(services, inbox, link, finding, mail, identity));
}

/** A message from one of the workspace's own accounts is not a reply. */
async function isOwn(services: InboxServices, workspaceId: string, finding: Concern): Promise<boolean> {
  if (!('from' in finding) || finding.from === null) return false;

  return isOwnAddress(services.table, workspaceId, normaliseEmail(finding.from));
}

/** Whatever somebody says of a mail proves that it was sent: that comes first, as an event of its own. */
async function findProven(
  services: InboxServices,
  workspaceId: string,
  ref: MessageRef,
): Promise<Concerned | undefined> {
  const concerned = await readConcerned(services, workspaceId, ref);
  const { execution } = concerned ?? {};
  if (execution?.sendState !== 'unknown' || execution.stepId !== ref.stepId) return concerned;
  await recordProvenDelivery(services, execution);

  return readConcerned(services, workspaceId, ref);
}

async function take(
  services: InboxServices,
  { workspaceId, accountId }: Inbox,
  link: Link,
  finding: Concern,
  mail: ReceivedMail,
  identity: string,
): Promise<void> {
  const concerned = await findProven(services, workspaceId, link.ref);
  const outcome = concerned && (await plan(services, concerned, finding, mail, link.proof));
  if (!outcome || (outcome.writes.length === 0 && !outcome.events)) return;
  const once = receivedPut(workspaceId, accountId, identity, services.now());
  try {
    await commit(services, workspaceId, outcome, [once]);
  } catch (error) {
    if (error instanceof AlreadyReceived) return;
    if (error instanceof TransactionRefused) throw new StaleDecision('something changed meanwhile');
    throw error;
  }
}

async function plan(
  services: InboxServices,
  concerned: Concerned,
  finding: Concern,
  mail: ReceivedMail,
  proof: Link['proof'],
): Promise<Outcome | undefined> {
  switch (finding.kind) {
    case 'reply':
      return planReply(services, concerned, mail, finding.from);
    case 'auto_reply':
      return planAutoReply(concerned, services.now());
    case 'complaint':
      return concerned.contact && planComplaint(services, { ...concerned, contact: concerned.contact });
    case 'soft_bounce':
      return undefined;
    case 'hard_bounce': {
      const { contact } = concerned;
      const address = contact && normaliseEmail(contact.email);
      // A report that proves which message it is about may name no address; one that names others is about them.
      const own = finding.bounces.find(
        ({ addresses }) => addresses.length === 0 || addresses.some((each) => each === address),
      );

      return contact && own && planBounce(services, { ...concerned, contact }, own, proof !== 'arrival');
    }
  }
}
