import { commit } from '#lib/commit/commit.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { GrantServices } from '#lib/email-accounts/grant.ts';
import { inboxReadMessagesAfterSending } from '#lib/email-accounts/inbox.ts';
import { planSendFailure, recoveryWrites } from '#lib/email-accounts/send-failure.ts';
import type { ComposeServices } from '#lib/emails/compose-step.ts';
import { followUp } from '#lib/emails/follow-up.ts';
import { logInToSend } from '#lib/emails/log-in.ts';
import { planRelease, planSent } from '#lib/emails/outcome.ts';
import { postpone } from '#lib/emails/postpone.ts';
import type { Prepared } from '#lib/emails/prepare.ts';
import { planAccountRefusal, planRefused } from '#lib/emails/refused.ts';
import type { Sendable } from '#lib/emails/send-decision.ts';
import { settleSend, tryApply } from '#lib/emails/settle.ts';
import { markOutcomeUnknown } from '#lib/emails/unknown-outcome.ts';
import { withSentStep } from '#lib/executions/next-step.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import type { SmtpSession } from '#lib/mail/smtp.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { Write } from '#lib/storage/table.ts';
import type { AnswerMessage, SendMessage } from '#lib/values/queues.ts';

/** Longer than the function's timeout: after the lease expires, its holder no longer runs. */
export const leaseMs = 240_000;

/** Longest delay of an email after a failure of the account has interrupted its transmission. */
const releaseDelayMs = 15 * 60_000;

export interface SendServices extends GrantServices, ComposeServices {
  readonly signer: TokenSigner;
  readonly sends: Queue<SendMessage | AnswerMessage>;
}

/** A send with its composed email, before the claim. */
export type PreparedSend = Sendable & {
  readonly workspaceId: string;
  readonly composed: Extract<Prepared, { kind: 'prepared' }>;
  /** Writes that the claim includes to enforce the campaign's limits. */
  readonly limitWrites: readonly Write[];
};

/** A send that this worker has claimed. */
export type ClaimedSend = PreparedSend & { readonly token: string };

/** @returns undefined if the server is unavailable: then the account is paused and the email is postponed */
export async function openSmtpSession(
  services: SendServices,
  preparedSend: PreparedSend,
): Promise<SmtpSession | undefined> {
  const { workspaceId, account, execution } = preparedSend;
  const login = await logInToSend(services, workspaceId, account);
  if (!('failure' in login)) return login;
  await applySendFailure(services, preparedSend, login.failure, (dueAt) =>
    postpone(services, execution, dueAt, execution.zone),
  );

  return undefined;
}

/**
 * Pauses the account after a send failure and makes the email due again. If several workers meet the same failure, one of
 * them pauses the account.
 * @param makeDue makes the email due again at a time in epoch milliseconds; `until`: end of the account's cool-down
 */
async function applySendFailure(
  services: SendServices,
  { workspaceId, account, execution }: PreparedSend,
  failure: SendFailure,
  makeDue: (dueAt: number, until: number | undefined) => Promise<unknown>,
): Promise<void> {
  const now = services.now();
  const { until, ...stop } = planSendFailure(workspaceId, account, failure, now);
  log('warn', 'mail server not available', { accountId: account.id, code: failure.kind });
  // A follow-up waits for its account. A first email is due now, because another account may send it. The time is never in the
  // past: the dispatcher finds an email before its position in the queue only at the next rescan.
  const dueAt = execution.sentCount > 0 ? Math.max(now, until ?? now) : now;
  await makeDue(dueAt, until);
  await tryApply(commit(services, workspaceId, stop));
}

/** Transmits the email once and records the server's response. */
export async function transmitEmail(
  services: SendServices,
  claimedSend: ClaimedSend,
  session: SmtpSession,
): Promise<void> {
  const { account, contact, execution, token, stepId, composed } = claimedSend;
  const response = await session.send({ from: account.email, to: contact.email, raw: composed.raw });
  const { variantId, messageId } = composed;
  const transmitted = { stepId, emailAccountId: account.id, variantId, messageId };

  switch (response.kind) {
    case 'accepted':
      await settleSend(services, execution, token, (current) => {
        const now = services.now();
        const next = followUp(claimedSend, withSentStep(current, stepId), now);
        const sent = { now, serverId: response.serverId, next };
        const outcome = planSent(current, token, transmitted, sent);

        return { ...outcome, messages: inboxReadMessagesAfterSending(account, now) };
      });
      return clearFailure(services, claimedSend);
    case 'refused':
      await settleSend(services, execution, token, (current) => {
        const rejectedSend = { execution: current, token, address: contact.email, transmitted };

        return planRefused(services, rejectedSend, account, response);
      });
      return;
    case 'send_failure':
      // The recipient may be the cause, so the next account does not get the email immediately.
      return applySendFailure(services, claimedSend, response.failure, (dueAt, until = Number.MAX_VALUE) => {
        const laterAt = Math.max(dueAt, Math.min(until, services.now() + releaseDelayMs));

        return settleSend(services, execution, token, (current) => planRelease(current, token, laterAt));
      });
    case 'unknown':
      await markOutcomeUnknown(services, execution, token, () =>
        planAccountRefusal(services, execution.workspaceId, account, { address: contact.email }),
      );
  }
}

/** Clears the account's failure state after its server has accepted a message. */
export async function clearFailure(
  services: SendServices,
  { workspaceId, account }: Pick<ClaimedSend, 'workspaceId' | 'account'>,
): Promise<void> {
  const writes = recoveryWrites(workspaceId, account, services.now());
  if (writes.length > 0) await tryApply(commit(services, workspaceId, { writes }));
}
