import type { Suppression } from '#lib/blocklist/suppress.ts';
import { planCompanyStop } from '#lib/campaigns/enrolment/stop.ts';
import { nextOpening } from '#lib/campaigns/state/windows.ts';
import { zoneFor } from '#lib/campaigns/state/zones.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { lastRepliedAtWrite } from '#lib/contacts/last-times.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { planUnsubscription } from '#lib/emails/unsubscription.ts';
import { sentVariantOf } from '#lib/executions/email-state.ts';
import { endExecution } from '#lib/executions/end-execution.ts';
import { type EndedStatus, isOpen } from '#lib/executions/execution.ts';
import { recipientHash } from '#lib/executions/recipient.ts';
import { postponeWrite, repliedWrite } from '#lib/executions/status-transitions.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import { idsOfContext, type MessageContext } from '#lib/inbox/message-context.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';
import { planStoredReply, type ReceivedReply, replyCountUpdate } from '#lib/replies/store.ts';
import { readReturnDate } from '#lib/replies/text/return-date.ts';
import { wishesToUnsubscribe } from '#lib/replies/text/unsubscribe-wish.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { timestamp } from '#lib/values/ids.ts';
import { localDate, momentOf } from '#lib/values/time-zones.ts';

/** Characters stored of a received text, because the event's item must stay small. */
const textMax = 250;
const dayMs = 86_400_000;

type OptOut = Outcome & {
  readonly changedContactId?: string | undefined;
  readonly endStatus: EndedStatus | undefined;
};

/** What is stored of a reply, except its ids. */
type ReplyParts = Pick<ReceivedReply, 'fromEmail' | 'snippet' | 'content'>;

/**
 * Plans the effects of a reply. The campaign's settings decide whether it stops the contact and its company's contacts, and
 * whether a recipient that asks for no further emails is unsubscribed.
 */
export async function planReply(
  services: InboxServices,
  context: MessageContext,
  message: Pick<ReceivedMessage, 'messageId' | 'subject'>,
  parts: ReplyParts,
): Promise<Outcome> {
  const { execution, campaign, contact } = context;
  const { workspaceId, campaignId } = execution;
  const now = services.now();
  const repliedAt = timestamp(now);
  const isFirst = execution.repliedAt === undefined;
  const companyStop =
    campaign?.stopCompanyOnReply && isFirst && contact && contact.companyId !== null
      ? await planCompanyStop(services, workspaceId, campaignId, {
          id: contact.id,
          companyId: contact.companyId,
        })
      : { writes: [], messages: [] };
  const ids = idsOfContext(context);
  const { replyId, writes: storageWrites } = await planStoredReply(services, workspaceId, {
    ids,
    ...withContactName(context, parts),
    isAutomatic: false,
  });
  const optOut = await planOptOut(services, context, parts, {
    id: replyId,
    contactId: ids.contactId,
    receivedAt: repliedAt,
  });
  const endStatus = optOut?.endStatus ?? (campaign?.stopOnReply ? 'replied' : undefined);
  const ending =
    endStatus !== undefined && isOpen(execution)
      ? endExecution(execution, endStatus, undefined, now, isFirst ? { repliedAt } : {})
      : { writes: isFirst ? [repliedWrite(execution, repliedAt)] : [], increments: [] };
  const writesContact = contact && optOut?.changedContactId !== contact.id;
  // The limit does not apply to the first reply and to a reply that unsubscribes. Beyond it, the commit throws TooManyReplies, and
  // the caller plans `planUnstoredReply`.
  const isLimited = !isFirst && !optOut?.writes.length;
  const messageId = message.messageId.slice(0, textMax);
  const subject = message.subject.slice(0, textMax);
  const event: NewEvent = {
    type: 'email.replied',
    data: { ...ids, messageId, subject, snippet: parts.snippet, fromEmail: parts.fromEmail, replyId },
    ...(messageId !== '' && { details: { messageId } }),
    variant: sentVariantOf(execution, context.stepId),
    isFirst,
  };

  return {
    writes: [
      ...ending.writes,
      ...storageWrites,
      ...(isLimited ? [replyCountUpdate(workspaceId, ids, { isAutomatic: false }, now)] : []),
      ...(writesContact ? [lastRepliedAtWrite(workspaceId, contact.id, repliedAt)] : []),
      ...companyStop.writes,
      ...(optOut?.writes ?? []),
    ],
    events: [event, ...(optOut?.events ?? [])],
    increments: [...ending.increments, ...(optOut?.increments ?? [])],
    messages: companyStop.messages,
  };
}

/** A sender without a display name gets the name of the contact, if the reply came from its address. */
function withContactName({ contact }: MessageContext, parts: ReplyParts): ReplyParts {
  const { fromEmail, content } = parts;
  const isContact = contact && normaliseEmail(fromEmail ?? '') === normaliseEmail(contact.email);
  if (content.fromName !== null || !isContact) return parts;
  const fromName = [contact.firstName, contact.lastName].filter(Boolean).join(' ') || null;

  return { ...parts, content: { ...content, fromName } };
}

/**
 * Plans the unsubscribe of a recipient after a reply that asks for no further emails. As with an unsubscribe link, it concerns the
 * address that received the email. A reply from any other address only suggests a label.
 * @returns undefined if the reply is no such request. `endStatus`: how the caller ends the execution
 */
async function planOptOut(
  services: InboxServices,
  context: MessageContext,
  { fromEmail, content }: ReplyParts,
  reply: Suppression['reply'],
): Promise<OptOut | undefined> {
  const { execution, campaign, contact } = context;
  if (fromEmail === null || campaign?.honourOptOutReplies === false) return undefined;
  const address = normaliseEmail(fromEmail);
  const isCurrentAddress = contact !== undefined && normaliseEmail(contact.email) === address;
  if (!isCurrentAddress && execution.sentTo !== recipientHash(address)) return undefined;
  if (!wishesToUnsubscribe(content.text, content.fullText)) return undefined;
  const { emailAccountId: _, ...emailIds } = idsOfContext(context);
  const unsubscription = { method: 'reply', address, emailIds, execution, reply } as const;
  const outcome = await planUnsubscription(services, execution.workspaceId, {
    ...unsubscription,
    settledExecutionId: execution.id,
  });

  return { ...(outcome ?? { writes: [] }), endStatus: isCurrentAddress ? 'unsubscribed' : undefined };
}

/**
 * Plans the effects of an automatic reply: it is stored, and postpones the next email or stops the execution.
 * @param receivedAt epoch milliseconds; relative dates of the text refer to it
 */
export async function planAutoReply(
  services: InboxServices,
  context: MessageContext,
  parts: ReplyParts,
  receivedAt: number,
): Promise<Outcome> {
  const { workspaceId } = context.execution;
  const now = services.now();
  const reply = { ids: idsOfContext(context), ...withContactName(context, parts), isAutomatic: true };
  const { writes } = await planStoredReply(services, workspaceId, reply);
  const outcome = planPostponement(context, { content: parts.content, receivedAt }, now);
  const count = replyCountUpdate(workspaceId, reply.ids, reply, now);

  return { ...outcome, writes: [...outcome.writes, ...writes, count] };
}

/**
 * Plans the effects of a reply beyond the limit of the day: its text stays in the mailbox only, and it has no event. It
 * ends or postpones the sequence as a stored reply does.
 */
export function planUnstoredReply(
  context: MessageContext,
  kind: 'reply' | 'auto_reply',
  message: DatedContent,
  now: number,
): Outcome {
  if (kind === 'auto_reply') return planPostponement(context, message, now);
  const { execution, campaign } = context;

  return campaign?.stopOnReply && isOpen(execution)
    ? endExecution(execution, 'replied', undefined, now)
    : { writes: [] };
}

interface DatedContent {
  readonly content: ReceivedReply['content'];
  readonly receivedAt: number;
}

/**
 * The campaign decides whether an automatic reply postpones the next email or stops the execution. The email is postponed by the
 * days of the campaign, and at least to the day on which the contact is back.
 */
function planPostponement(
  { execution, campaign, contact }: MessageContext,
  { content, receivedAt }: DatedContent,
  now: number,
): Outcome {
  if (!campaign || !contact || !isOpen(execution)) return { writes: [] };
  if (campaign.stopOnAutoReply) return endExecution(execution, 'stopped', 'auto_reply', now);
  const { sendState, status, dueAt, zone } = execution;
  const { autoReplyDelayDays, schedule } = campaign;
  if (sendState !== 'due' || status !== 'in_progress' || autoReplyDelayDays === 0) return { writes: [] };
  const contactZone = zoneFor(campaign, contact);
  const localZone = contactZone ?? schedule.timezone;
  const returnDate = readReturnDate(content, localDate(receivedAt, localZone));
  const postponedAt = Math.max(
    Math.max(dueAt, now) + autoReplyDelayDays * dayMs,
    returnDate === undefined ? 0 : momentOf(returnDate, 0, localZone),
  );
  // The dispatcher does not know the contact's time zone for a follow-up, so its due time must be within the contact's windows.
  const opensAt = schedule.useContactTimezone ? nextOpening(schedule, postponedAt, contactZone) : postponedAt;
  const autoReplyDueAt = opensAt ?? postponedAt;

  return { writes: [postponeWrite(execution, autoReplyDueAt, zone, { autoReplyDueAt })] };
}
