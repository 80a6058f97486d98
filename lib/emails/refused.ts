import type { NewEvent } from '#lib/commit/change.ts';
import { findAccount, type SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { planRefusal, type RefusedEmail } from '#lib/email-accounts/refusals/plan-refusal.ts';
import { isStreakComplete } from '#lib/email-accounts/refusals/streak.ts';
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
  const { refusedBy = account.id, wasRejected = false } = execution;
  // The email is in the streak of one account only, so that a few contacts cannot stop one account after another.
  const plan =
    refusedBy === account.id
      ? await planAccountRefusal(services, execution.workspaceId, account, { address, refused })
      : await planRefusalElsewhere(services, execution.workspaceId, account, refusedBy);
  const { isComplete, countsForRecipient, until = now, writes, events } = plan;
  const attempts = execution.sendAttempts + (countsForRecipient ? 1 : 0);
  const evidence = { isPermanent, wasRejected, isComplete, countsForRecipient };
  const dueAt = nextAttemptAt(attempts, evidence, now);
  const event = rejectedEvent(rejectedSend, refusal, isComplete ? 'account' : undefined);
  if (dueAt === undefined) {
    return { ...failed, writes: [...failed.writes, ...writes], events: [event, ...events] };
  }
  const isProof = isPermanent && countsForRecipient && !isComplete;
  const rejection = { attempts, detail, refusedBy, ...(isProof && { wasRejected: true }) };
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

/** The part of an account if the streak of another one has the email: neither streak changes. */
async function planRefusalElsewhere(
  { table }: Services,
  workspaceId: string,
  account: SendingAccount,
  refusedBy: string,
): Promise<ReturnType<typeof planRefusal>> {
  const other = await findAccount(table, workspaceId, refusedBy);

  return {
    isComplete: [account, other].some((each) => isStreakComplete(each?.refusals)),
    countsForRecipient: true,
    until: undefined,
    writes: [],
    events: [],
  };
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
