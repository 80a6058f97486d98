import { planSuppression } from '#lib/blocklist/suppress.ts';
import type { Bounce } from '#lib/bounces/read-bounces.ts';
import { nextOpening } from '#lib/campaigns/dispatch/windows.ts';
import { zoneFor } from '#lib/campaigns/dispatch/zone.ts';
import { planCompanyStop } from '#lib/campaigns/enrolment/stop-company.ts';
import type { NewEvent } from '#lib/commit/new-event.ts';
import { lastRepliedAtWrite } from '#lib/contacts/last-replied.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { sentVariantOf } from '#lib/executions/email-state.ts';
import { endExecution } from '#lib/executions/end-execution.ts';
import { isOpen } from '#lib/executions/execution.ts';
import { postponeWrite, repliedWrite } from '#lib/executions/status-transitions.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import type { MessageContext } from '#lib/inbox/message-context.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';
import type { ReplyContent } from '#lib/replies/content.ts';
import { planStoredReply } from '#lib/replies/store.ts';
import type { Services } from '#lib/runtime/services.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { timestamp } from '#lib/values/ids.ts';

/** Characters stored of a received text, because the event's item must stay small. */
const textMax = 250;
const dayMs = 86_400_000;

/** Plans the effects of a reply. The campaign's settings decide whether it stops the contact and its company's contacts. */
export async function planReply(
  services: InboxServices,
  context: MessageContext,
  message: Pick<ReceivedMessage, 'messageId' | 'subject'> & StoredParts,
  fromEmail: string | null,
): Promise<Outcome> {
  const { execution, campaign, contact } = context;
  const { workspaceId, campaignId } = execution;
  const now = services.now();
  const repliedAt = timestamp(now);
  const isFirst = execution.repliedAt === undefined;
  const ending =
    campaign?.stopOnReply && isOpen(execution)
      ? endExecution(execution, 'replied', undefined, now, isFirst ? { repliedAt } : {})
      : { writes: isFirst ? [repliedWrite(execution, repliedAt)] : [], increments: [] };
  const companyStop =
    campaign?.stopCompanyOnReply && isFirst && contact && contact.companyId !== null
      ? await planCompanyStop(services, workspaceId, campaignId, {
          id: contact.id,
          companyId: contact.companyId,
        })
      : { writes: [], messages: [] };
  const { replyId, writes: storageWrites } = await planReplyStorage(
    services,
    context,
    message,
    fromEmail,
    'reply',
  );
  const messageId = message.messageId.slice(0, textMax);
  const subject = message.subject.slice(0, textMax);
  const event: NewEvent = {
    type: 'email.replied',
    data: { ...idsOf(context), messageId, subject, snippet: message.snippet, fromEmail, replyId },
    ...(messageId !== '' && { details: { messageId } }),
    variant: sentVariantOf(execution, context.stepId),
    isFirst,
  };

  return {
    writes: [
      ...ending.writes,
      ...storageWrites,
      ...(contact ? [lastRepliedAtWrite(workspaceId, contact.id, repliedAt)] : []),
      ...companyStop.writes,
    ],
    events: [event],
    increments: ending.increments,
    messages: companyStop.messages,
  };
}

/** The parts of a reply that are stored. */
interface StoredParts {
  readonly snippet: string;
  readonly content: ReplyContent;
}

function planReplyStorage(
  services: InboxServices,
  context: MessageContext,
  { snippet, content }: StoredParts,
  fromEmail: string | null,
  kind: 'reply' | 'auto_reply',
) {
  const isAutomatic = kind === 'auto_reply';
  const reply = { ids: idsOf(context), fromEmail, snippet, content, isAutomatic };

  return planStoredReply(services, context.execution.workspaceId, reply);
}

function idsOf({ execution, stepId }: MessageContext) {
  const { id: executionId, campaignId, contactId, emailAccountId = '' } = execution;

  return { executionId, campaignId, contactId, stepId, emailAccountId };
}

/** Plans the effects of an automatic reply: it is stored, and postpones the next email or stops the execution. */
export async function planAutoReply(
  services: InboxServices,
  context: MessageContext,
  parts: StoredParts,
  fromEmail: string | null,
): Promise<Outcome> {
  const { writes } = await planReplyStorage(services, context, parts, fromEmail, 'auto_reply');
  const outcome = planPostponement(context, services.now());

  return { ...outcome, writes: [...outcome.writes, ...writes] };
}

/** The campaign decides whether an automatic reply postpones the next email or stops the execution. */
function planPostponement({ execution, campaign, contact }: MessageContext, now: number): Outcome {
  if (!campaign || !contact || !isOpen(execution)) return { writes: [] };
  if (campaign.stopOnAutoReply) return endExecution(execution, 'stopped', 'auto_reply', now);
  const { sendState, status, dueAt, zone } = execution;
  const { autoReplyDelayDays, schedule } = campaign;
  if (sendState !== 'due' || status !== 'in_progress' || autoReplyDelayDays === 0) return { writes: [] };
  const postponedAt = Math.max(dueAt, now) + autoReplyDelayDays * dayMs;
  // The due time is within the contact's sending windows, so that the dispatcher does not need its time zone.
  const opensAt = schedule.useContactTimezone
    ? nextOpening(schedule, postponedAt, zoneFor(campaign, contact))
    : postponedAt;
  const autoReplyDueAt = opensAt ?? postponedAt;

  return { writes: [postponeWrite(execution, autoReplyDueAt, zone, { autoReplyDueAt })] };
}

/**
 * Plans the effects of a hard bounce report: it ends the execution and suppresses the address in the workspace. An ended
 * execution keeps its status.
 * @param shouldSuppress false if only the report's arrival time is the proof; then the address stays usable
 */
export async function planBounce(
  services: Services,
  context: MessageContext & { readonly contact: NonNullable<MessageContext['contact']> },
  { smtpCode, enhancedCode, diagnostic, reason }: Bounce,
  shouldSuppress: boolean,
): Promise<Outcome> {
  const { execution, contact } = context;
  const { id: executionId, workspaceId, campaignId } = execution;
  const ending = isOpen(execution)
    ? endExecution(execution, 'bounced', `report_${enhancedCode ?? reason}`, services.now())
    : { writes: [], increments: [] };
  const event: NewEvent = {
    type: 'email.bounced',
    data: { ...idsOf(context), smtpCode, enhancedCode, diagnostic: diagnostic?.slice(0, textMax) ?? null },
    variant: sentVariantOf(execution, context.stepId),
  };
  if (!shouldSuppress) return { ...ending, events: [event] };
  const { change } = await planSuppression(services, workspaceId, {
    address: normaliseEmail(contact.email),
    status: 'bounced',
    reason: 'hard_bounce',
    campaignId,
    executionId,
    // `ending` ends this execution, so the suppression must not end it again.
    settledExecutionId: executionId,
  });

  return {
    writes: [...ending.writes, ...change.writes],
    events: [event, ...(change.events ?? [])],
    increments: [...ending.increments, ...(change.increments ?? [])],
  };
}

/**
 * Plans the effects of a spam complaint: it adds the address to the blocklist. The event is `contact.blocklisted` with the
 * reason `complaint`.
 */
export async function planComplaint(
  services: Services,
  { execution, contact }: MessageContext & { readonly contact: NonNullable<MessageContext['contact']> },
): Promise<Outcome> {
  const { id: executionId, workspaceId, campaignId } = execution;
  const { change } = await planSuppression(services, workspaceId, {
    address: normaliseEmail(contact.email),
    status: 'blocklisted',
    reason: 'complaint',
    campaignId,
    executionId,
  });
  const { writes, events = [], increments = [] } = change;

  return { writes, events, increments };
}
