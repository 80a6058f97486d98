import type { NewEvent } from '#lib/commit/change.ts';
import { findAccount, type SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { planRefusal, type RefusedEmail } from '#lib/email-accounts/refusals/plan-refusal.ts';
import { planHardBounce, type RejectedSend } from '#lib/emails/hard-bounce.ts';
import { type Outcome, planFailed } from '#lib/emails/outcome.ts';
import { type Execution, nextAttemptAt } from '#lib/executions/execution.ts';
import { recipientHash } from '#lib/executions/recipient.ts';
import { releaseWrite } from '#lib/executions/send-transitions.ts';
import { type Refusal, refusalText } from '#lib/mail/refusal.ts';
import { classifyReply } from '#lib/mail/replies/classify-reply.ts';
import { isOfMessage } from '#lib/mail/replies/rule.ts';
import type { SendResult } from '#lib/mail/send-result.ts';
import type { Services } from '#lib/runtime/services.ts';

type Refused = Extract<SendResult, { kind: 'refused' }>;

/**
 * The server rejected the message after MAIL. An invalid address bounces. Otherwise the account's streak decides whether the
 * refusal counts against the recipient; a contact that does not count waits as long as its account.
 */
export async function planRefused(
  services: Services,
  rejectedSend: RejectedSend,
  account: SendingAccount,
  refused: Refused,
): Promise<Outcome> {
  const { execution, token, address } = rejectedSend;
  const { refusal, verdict } = refused;
  if (verdict.kind === 'bounce') return planHardBounce(services, rejectedSend, refusal);
  const now = services.now();
  const isPermanent = verdict.kind === 'fail' && verdict.accountKind === undefined;
  const detail = refusalText(refusal);
  const failed = planFailed(execution, token, { reason: `smtp_${refusal.smtpCode}`, detail }, now);
  const { refusedBy = account.id } = execution;
  // Two accounts get the same answer for this recipient, so it counts for neither. A contact that has stopped one account never
  // stops the next.
  if (isPermanent && refusedBy !== account.id) {
    return { ...failed, events: [rejectedEvent(rejectedSend, refusal)] };
  }
  const plan = await planAccountRefusal(services, execution.workspaceId, account, { address, refused });
  const { isComplete, countsForRecipient, until = now, writes, events } = plan;
  const attempts = execution.sendAttempts + (countsForRecipient ? 1 : 0);
  const dueAt = nextAttemptAt(attempts, { isComplete, countsForRecipient, isPermanent }, now);
  const event = rejectedEvent(rejectedSend, refusal, isComplete ? 'account' : undefined);
  if (dueAt === undefined) {
    return { ...failed, writes: [...failed.writes, ...writes], events: [event, ...events] };
  }
  const rejection = { attempts, detail, ...(isPermanent && { refusedBy: account.id }) };
  const release = releaseWrite(execution, token, { dueAt: Math.max(dueAt, until), ...rejection });

  // The email is not lost, so it is an event only if the account stops.
  return { writes: [release, ...writes], events: events.length === 0 ? [] : [event, ...events] };
}

/** The account's part of a rejected or lost email, planned from its current state. */
export async function planAccountRefusal(
  { table, now }: Services,
  workspaceId: string,
  account: SendingAccount,
  { address, refused }: { readonly address: string; readonly refused?: Refused },
): Promise<ReturnType<typeof planRefusal>> {
  const current = await findAccount(table, workspaceId, account.id, { consistent: true });
  const email: RefusedEmail = { recipient: recipientHash(address), refused };

  return planRefusal(workspaceId, current ?? account, email, now());
}

/** @param scope defaults to the message or the recipient, by the reason */
function rejectedEvent(
  { execution, transmitted }: RejectedSend,
  { smtpCode, enhancedCode, diagnostic }: Refusal,
  scope?: 'account',
): NewEvent {
  const statuses = enhancedCode === null ? [] : [enhancedCode];
  const { reason } = classifyReply({ smtpCode, statuses, words: diagnostic ?? '' });
  const { stepId, emailAccountId, ...details } = transmitted;

  return {
    type: 'email.rejected',
    data: {
      ...idsOf(execution),
      stepId,
      emailAccountId,
      source: 'session',
      scope: scope ?? (isOfMessage(reason) ? 'message' : 'recipient'),
      reason,
      smtpCode,
      enhancedCode,
      diagnostic,
    },
    details,
  };
}

const idsOf = ({ id: executionId, campaignId, contactId }: Execution) => ({
  executionId,
  campaignId,
  contactId,
});
