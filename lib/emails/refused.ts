import type { NewEvent } from '#lib/commit/change.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import { findAccount, type SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { planRefusal, type RefusedEmail } from '#lib/email-accounts/refusals/plan-refusal.ts';
import { isStreakComplete } from '#lib/email-accounts/refusals/streak.ts';
import { planHardBounce, type RejectedSend } from '#lib/emails/hard-bounce.ts';
import { type Outcome, planFailed } from '#lib/emails/outcome.ts';
import { planRetry } from '#lib/emails/retry.ts';
import type { Execution } from '#lib/executions/execution.ts';
import { releaseWrite } from '#lib/executions/send-transitions.ts';
import { recipientDigest } from '#lib/links/token.ts';
import { type Refusal, refusalText } from '#lib/mail/refusal.ts';
import { classifyReply } from '#lib/mail/replies/classify-reply.ts';
import { isOfMessage } from '#lib/mail/replies/rule.ts';
import type { Refused } from '#lib/mail/send-result.ts';
import type { Services } from '#lib/runtime/services.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';

interface RefusalServices extends Services {
  readonly signer: TokenSigner;
}

/**
 * The server rejected the message after MAIL. An invalid address bounces. Otherwise the account's streak decides whether the
 * refusal counts against the recipient; a contact that does not count waits as long as its account.
 */
export async function planRefused(
  services: RefusalServices,
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
  const { isComplete, countsForRecipient, writes, events } = plan;
  const retry = planRetry(execution.sendAttempts, isPermanent && wasRejected, plan, now);
  const event = rejectedEvent(rejectedSend, refusal, isComplete ? 'account' : undefined);
  if (!retry) {
    return { ...failed, writes: [...failed.writes, ...writes], events: [event, ...events] };
  }
  const isProof = isPermanent && countsForRecipient && !isComplete;
  const rejection = { ...retry, detail, refusedBy, ...(isProof && { wasRejected: true }) };
  const release = releaseWrite(execution, token, rejection);

  // The email is not lost, so it is an event only if the account stops.
  return { writes: [release, ...writes], events: events.length === 0 ? [] : [event, ...events] };
}

type AccountRefusal = ReturnType<typeof planRefusal>;

/** The account's part of a rejected or lost email, planned from its current state. */
export async function planAccountRefusal(
  { table, signer, now }: RefusalServices,
  workspaceId: string,
  account: SendingAccount,
  { address, refused }: { readonly address: string; readonly refused?: Refused },
): Promise<AccountRefusal> {
  const current = await findAccount(table, workspaceId, account.id);
  const recipient = await recipientDigest(signer, workspaceId, normaliseEmail(address));
  const email: RefusedEmail = { recipient, refused };

  return planRefusal(workspaceId, current ?? account, email, now());
}

/** The account's part if the email is not in its streak. */
export const refusalWithoutStreak = {
  isComplete: false,
  countsForRecipient: true,
  until: undefined,
  writes: [],
  events: [],
} satisfies AccountRefusal;

/** The part of an account if the streak of another one has the email: neither streak changes. */
async function planRefusalElsewhere(
  { table }: Services,
  workspaceId: string,
  account: SendingAccount,
  refusedBy: string,
): Promise<AccountRefusal> {
  const other = await findAccount(table, workspaceId, refusedBy);
  const isComplete = [account, other].some((each) => isStreakComplete(each?.refusals));

  return { ...refusalWithoutStreak, isComplete };
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
