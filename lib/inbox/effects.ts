import { planSuppression } from '#lib/blocklist/suppress.ts';
import type { Bounce } from '#lib/bounces/read-bounces.ts';
import { nextOpening } from '#lib/campaigns/dispatch/windows.ts';
import { zoneFor } from '#lib/campaigns/dispatch/zone.ts';
import { planCompanyStop } from '#lib/campaigns/enrolment/stop-company.ts';
import type { NewEvent } from '#lib/commit/new-event.ts';
import { lastRepliedAtWrite } from '#lib/contacts/last-replied.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { endExecution } from '#lib/executions/end-execution.ts';
import { isOpen } from '#lib/executions/execution.ts';
import { postponeWrite, repliedWrite } from '#lib/executions/status-transitions.ts';
import type { Concerned } from '#lib/inbox/concerned.ts';
import { ownWords } from '#lib/inbox/own-words.ts';
import type { ReceivedMail } from '#lib/mail/received-message.ts';
import type { Services } from '#lib/runtime/services.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { timestamp } from '#lib/values/ids.ts';

/** Of texts by others: what becomes of them is an event, whose item is to stay small. */
const textMax = 250;
const dayMs = 86_400_000;

function idsOf({ execution, stepId }: Concerned) {
  const { id: executionId, campaignId, contactId, emailAccountId = '' } = execution;

  return { executionId, campaignId, contactId, stepId, emailAccountId };
}

/** Somebody has replied. The campaign says whether that ends the sequence for him, and for his colleagues. */
export async function planReply(
  services: Services,
  concerned: Concerned,
  mail: ReceivedMail,
  fromEmail: string | null,
): Promise<Outcome> {
  const { execution, campaign, contact } = concerned;
  const { workspaceId, campaignId } = execution;
  const now = services.now();
  const repliedAt = timestamp(now);
  const isFirst = execution.repliedAt === undefined;
  const ended =
    campaign?.stopOnReply && isOpen(execution)
      ? endExecution(execution, 'replied', undefined, now, isFirst ? { repliedAt } : {})
      : { writes: isFirst ? [repliedWrite(execution, repliedAt)] : [], tallies: [] };
  const company =
    campaign?.stopCompanyOnReply && isFirst && contact && contact.companyId !== null
      ? await planCompanyStop(services, workspaceId, campaignId, {
          id: contact.id,
          companyId: contact.companyId,
        })
      : { writes: [], calls: [] };
  const [messageId, subject] = [mail.messageId, mail.subject].map((text) => text.slice(0, textMax));
  const event: NewEvent = {
    type: 'email.replied',
    data: { ...idsOf(concerned), messageId, subject, snippet: ownWords(mail.text), fromEmail },
    ...(messageId !== undefined && messageId !== '' && { details: { messageId } }),
    isFirst,
  };

  return {
    writes: [
      ...ended.writes,
      ...(contact ? [lastRepliedAtWrite(workspaceId, contact.id, repliedAt)] : []),
      ...company.writes,
    ],
    events: [event],
    tallies: ended.tallies,
    calls: company.calls,
  };
}

/** A machine has answered for somebody who is away: what comes next waits, or there is nothing that comes next. */
export function planAutoReply({ execution, campaign, contact }: Concerned, now: number): Outcome {
  if (!campaign || !contact || !isOpen(execution)) return { writes: [] };
  if (campaign.stopOnAutoReply) return endExecution(execution, 'stopped', 'auto_reply', now);
  const { sendState, status, dueAt, zone } = execution;
  const { autoReplyDelayDays, schedule } = campaign;
  if (sendState !== 'due' || status !== 'in_progress' || autoReplyDelayDays === 0) return { writes: [] };
  const later = Math.max(dueAt, now) + autoReplyDelayDays * dayMs;
  // As with every follow-up, whoever gives it a slot need not know the contact's own windows.
  const opensAt = schedule.useContactTimezone
    ? nextOpening(schedule, later, zoneFor(campaign, contact))
    : later;

  return { writes: [postponeWrite(execution, opensAt ?? later, zone)] };
}

/**
 * A mail that its server had taken came back, because nobody is at the address: no mail goes there any more, whoever has it.
 * What had ended before stays as it ended.
 * @param suppresses false: the report is proved by its time alone, so it only ends the execution
 */
export async function planBounce(
  services: Services,
  concerned: Concerned & { readonly contact: NonNullable<Concerned['contact']> },
  { smtpCode, enhancedCode, diagnostic, reason }: Bounce,
  suppresses: boolean,
): Promise<Outcome> {
  const { execution, contact } = concerned;
  const { id: executionId, workspaceId, campaignId } = execution;
  const ended = isOpen(execution)
    ? endExecution(execution, 'bounced', `report_${enhancedCode ?? reason}`, services.now())
    : { writes: [], tallies: [] };
  const event: NewEvent = {
    type: 'email.bounced',
    data: { ...idsOf(concerned), smtpCode, enhancedCode, diagnostic: diagnostic?.slice(0, textMax) ?? null },
  };
  if (!suppresses) return { ...ended, events: [event] };
  const { change } = await planSuppression(services, workspaceId, {
    address: normaliseEmail(contact.email),
    status: 'bounced',
    reason: 'hard_bounce',
    ...{ campaignId, executionId, settledExecutionId: executionId },
  });

  return {
    writes: [...ended.writes, ...change.writes],
    events: [event, ...(change.events ?? [])],
    tallies: [...ended.tallies, ...(change.tallies ?? [])],
  };
}

/**
 * The recipient marked a message as spam: no message goes to the address any more. The specification has `contact.blocklisted`
 * for it; its reason is `complaint`.
 */
export async function planComplaint(
  services: Services,
  { execution, contact }: Concerned & { readonly contact: NonNullable<Concerned['contact']> },
): Promise<Outcome> {
  const { id: executionId, workspaceId, campaignId } = execution;
  const { change } = await planSuppression(services, workspaceId, {
    address: normaliseEmail(contact.email),
    status: 'blocklisted',
    reason: 'complaint',
    ...{ campaignId, executionId },
  });
  const { writes, events = [], tallies = [] } = change;

  return { writes, events, tallies };
}
