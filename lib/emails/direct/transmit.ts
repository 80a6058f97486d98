import { commit } from '#lib/commit/commit.ts';
import {
  type DirectOutcome,
  directOutcomeWrite,
  type UnsentOutcome,
} from '#lib/direct-emails/transitions.ts';
import { inboxReadMessagesAfterSending } from '#lib/email-accounts/inbox.ts';
import { planSendFailure } from '#lib/email-accounts/send-failure.ts';
import {
  logFailure,
  markDirectUnknown,
  type PreparedDirect,
  sentCheckDelayMs,
} from '#lib/emails/direct/prepare.ts';
import { planAccountRefusal, refusalWithoutStreak } from '#lib/emails/refused.ts';
import { planRetry } from '#lib/emails/retry.ts';
import { tryApply } from '#lib/emails/settle.ts';
import { clearFailure, type SendServices } from '#lib/emails/transmit.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import type { Refused } from '#lib/mail/send-result.ts';
import type { SmtpSession } from '#lib/mail/smtp.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict } from '#lib/runtime/retry-on-conflict.ts';

interface ClaimedDirect extends PreparedDirect {
  readonly token: string;
  readonly raw: Buffer;
}

/** Transmits a claimed email once and records the server's response. */
export async function transmitDirect(
  services: SendServices,
  claimed: ClaimedDirect,
  session: SmtpSession,
): Promise<void> {
  const { content, account, token, raw, queueSentCheck } = claimed;
  const response = await session.send({ from: account.email, to: content.to, raw });
  const now = services.now();
  switch (response.kind) {
    case 'accepted': {
      // Without an IMAP server, there is no Sent folder to search.
      const hasSentCheck = queueSentCheck !== undefined && account.imap !== null;
      const sentCheck = hasSentCheck ? { sentCheckAt: now + sentCheckDelayMs } : {};
      const messages = inboxReadMessagesAfterSending(account, now);
      await settle(services, claimed, { status: 'sent', ...sentCheck }, messages);
      if (hasSentCheck) await queueSentCheck(sentCheckDelayMs);
      return clearFailure(services, claimed);
    }
    case 'refused':
      return settleRefused(services, claimed, response);
    case 'send_failure':
      return applyDirectFailure(services, claimed, response.failure, (outcome) =>
        settle(services, claimed, outcome),
      );
    case 'unknown':
      await markDirectUnknown(services, claimed, token);
  }
}

async function settle(
  services: SendServices,
  { workspaceId, email, token }: ClaimedDirect,
  outcome: DirectOutcome,
  messages: ReturnType<typeof inboxReadMessagesAfterSending> = [],
): Promise<void> {
  const write = directOutcomeWrite(email, { token }, outcome, services.now());
  // If the lease has expired, another worker has recorded an unknown outcome.
  const isWritten = await tryApply(commit(services, workspaceId, { writes: [write], messages }));
  if (isWritten) logFailure(workspaceId, email, outcome);
}

/** Commits the outcome of a rejected email with the account's part of it. A rejection suppresses no address. */
async function settleRefused(
  services: SendServices,
  claimed: ClaimedDirect,
  refused: Refused,
): Promise<void> {
  const { workspaceId, account, email, content, token, find } = claimed;
  if (refused.verdict.kind === 'bounce') return settle(services, claimed, rejected(refused));
  await retryOnConflict(async () => {
    // If the lease has expired, another worker has recorded an unknown outcome.
    if ((await find())?.state.sendToken !== token) return;
    const now = services.now();
    const evidence = { address: content.to, refused };
    // All workspaces share the mailbox of the service, so the recipients of one of them must not stop it.
    const { writes, events, ...step } =
      email.kind === 'service_email'
        ? refusalWithoutStreak
        : await planAccountRefusal(services, workspaceId, account, evidence);
    const { attempts } = email.state;
    const { kind, accountKind } = refused.verdict;
    // A person waits for the email, so a permanent rejection is final unless it may concern the account.
    const isFinal = kind === 'fail' && (accountKind === undefined || attempts > 0);
    const retry = planRetry(attempts, isFinal, step, now);
    const outcome: UnsentOutcome = retry ? { status: 'queued', ...retry } : rejected(refused);
    const settlement = directOutcomeWrite(email, { token }, outcome, now);
    await commit(services, workspaceId, { writes: [settlement, ...writes], events });
    logFailure(workspaceId, email, outcome);
  });
}

const rejected = ({ refusal: { smtpCode } }: Refused): UnsentOutcome => ({
  status: 'failed',
  error: 'rejected',
  smtpCode,
});

/**
 * Records the outcome of an email that was not transmitted, and then pauses the account, as campaign emails do. In this order,
 * a crash in between leaves no unknown outcome. The next email fails in the same way and pauses the account.
 * @param writeOutcome the email waits until the end of the cool-down, or fails if a user must reconnect the account
 */
export async function applyDirectFailure(
  services: SendServices,
  { workspaceId, account, email }: PreparedDirect,
  failure: SendFailure,
  writeOutcome: (outcome: UnsentOutcome) => Promise<unknown>,
): Promise<void> {
  const now = services.now();
  const { until, ...stop } = planSendFailure(workspaceId, account, failure, now);
  log('warn', 'mail server not available', { accountId: account.id, code: failure.kind });
  await writeOutcome(
    until === undefined
      ? { status: 'failed', error: 'account_not_connected' }
      : { status: 'queued', dueAt: Math.max(now, until), attempts: email.state.attempts },
  );
  await tryApply(commit(services, workspaceId, stop));
}
