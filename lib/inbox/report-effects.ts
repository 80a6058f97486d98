import { planSuppression } from '#lib/blocklist/suppress.ts';
import type { Bounce } from '#lib/bounces/read-bounces.ts';
import type { NewEvent } from '#lib/commit/change.ts';
import { planReportedRejection } from '#lib/email-accounts/refusals/reported.ts';
import { withSuppression } from '#lib/emails/hard-bounce.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { sentVariantOf } from '#lib/executions/email-state.ts';
import { endExecution } from '#lib/executions/end-execution.ts';
import { isOpen } from '#lib/executions/execution.ts';
import { oncePerEmail } from '#lib/executions/once-per-email.ts';
import { detailWrite } from '#lib/executions/reports.ts';
import type { InboxServices } from '#lib/inbox/inbox.ts';
import { idsOfContext, type MessageContext } from '#lib/inbox/message-context.ts';
import { recipientDigest } from '#lib/links/token.ts';
import { refusalText } from '#lib/mail/refusal.ts';
import { isOfMessage } from '#lib/mail/replies/rule.ts';
import type { Services } from '#lib/runtime/services.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

/**
 * Plans the effects of a hard bounce report: it ends the execution and suppresses the address in the workspace. An ended
 * execution keeps its status. A repeated report about the same email emits no event.
 * @param shouldSuppress false if only the report's arrival time is the proof; then the address stays usable
 */
export async function planBounce(
  services: Services,
  context: MessageContext & { readonly contact: NonNullable<MessageContext['contact']> },
  bounce: Bounce,
  shouldSuppress: boolean,
): Promise<Outcome> {
  const { execution, contact } = context;
  const { smtpCode, enhancedCode, diagnostic, reason } = bounce;
  const detail = refusalText(bounce);
  const ending = isOpen(execution)
    ? endExecution(execution, 'bounced', `report_${enhancedCode ?? reason}`, services.now(), {
        ...(detail !== '' && { detail }),
      })
    : { writes: [], increments: [] };
  const event: NewEvent = {
    type: 'email.bounced',
    data: { ...idsOfContext(context), smtpCode, enhancedCode, diagnostic },
    variant: sentVariantOf(execution, context.stepId),
  };
  const outcome = await oncePerEmail(services, execution.workspaceId, { ...ending, events: [event] });

  return shouldSuppress ? withSuppression(services, execution, contact.email, outcome) : outcome;
}

/**
 * Plans the effects of a report that an email was rejected for a reason other than its address: one event for the email and the
 * reason. The sequence continues, because the address may work for another message. A report that blames the sender counts
 * for the account.
 * @param isProven false if only the report's arrival time is the proof; then it does not count for the account
 */
export async function planRejection(
  services: InboxServices,
  context: MessageContext,
  bounce: Bounce,
  isProven: boolean,
): Promise<Outcome | undefined> {
  const { execution, stepId } = context;
  const { workspaceId, emailAccountId, sentTo } = execution;
  const { smtpCode, enhancedCode, diagnostic, reason } = bounce;
  const detail = refusalText(bounce);
  const accountPart =
    isProven && emailAccountId !== undefined && sentTo !== undefined
      ? await planReportedRejection(services, workspaceId, emailAccountId, {
          reason,
          recipient: await recipientDigest(services.signer, workspaceId, sentTo),
          smtpCode,
          serverReply: detail,
        })
      : { writes: [], events: [] };
  const scope = accountPart.writes.length > 0 ? 'account' : isOfMessage(reason) ? 'message' : 'recipient';
  const event: NewEvent = {
    type: 'email.rejected',
    data: { ...idsOfContext(context), source: 'report', scope, reason, smtpCode, enhancedCode, diagnostic },
    variant: sentVariantOf(execution, stepId),
  };

  const planned = await oncePerEmail(services, workspaceId, {
    writes: [...(detail === '' ? [] : [detailWrite(execution, detail)]), ...accountPart.writes],
    events: [event, ...accountPart.events],
  });

  return planned.events.includes(event) ? planned : undefined;
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

  return change;
}
