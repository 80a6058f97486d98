import { commit } from '#lib/commit/commit.ts';
import { type DirectOutcome, settleDirectEmail } from '#lib/direct-emails/transitions.ts';
import { inboxReadMessagesAfterSending } from '#lib/email-accounts/inbox.ts';
import { planSendFailure, recoveryWrites } from '#lib/email-accounts/send-failure.ts';
import {
  logFailure,
  markDirectUnknown,
  type PreparedDirect,
  sentCheckDelayMs,
  type UnsentOutcome,
} from '#lib/emails/direct/prepare.ts';
import { tryApply } from '#lib/emails/settle.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import { retryAt } from '#lib/executions/execution.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import type { SendResult } from '#lib/mail/send-result.ts';
import type { SmtpSession } from '#lib/mail/smtp.ts';
import { log } from '#lib/runtime/log.ts';

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
  const { workspaceId, email, content, account, token, raw, queueSentCheck } = claimed;
  const response = await session.send({ from: account.email, to: content.to, raw });
  const now = services.now();
  switch (response.kind) {
    case 'accepted': {
      // Without an IMAP server, there is no Sent folder to search.
      const hasSentCheck = queueSentCheck !== undefined && account.imap !== null;
      const sentCheckAt = hasSentCheck ? now + sentCheckDelayMs : undefined;
      const messages = inboxReadMessagesAfterSending(account, now);
      await settle(services, claimed, { status: 'sent', sentCheckAt }, messages);
      if (hasSentCheck) await queueSentCheck(sentCheckDelayMs);
      const writes = recoveryWrites(workspaceId, account, now);
      if (writes.length > 0) await tryApply(commit(services, workspaceId, { writes }));
      return;
    }
    case 'refused':
      return settle(services, claimed, outcomeOfRefusal(response, email.state.attempts, now));
    case 'send_failure': {
      const outcome = await pauseAccount(services, claimed, response.failure);
      return settle(services, claimed, outcome);
    }
    case 'unknown':
      await markDirectUnknown(services, claimed, email, token);
  }
}

async function settle(
  services: SendServices,
  { workspaceId, email, token }: ClaimedDirect,
  outcome: DirectOutcome,
  messages: ReturnType<typeof inboxReadMessagesAfterSending> = [],
): Promise<void> {
  const write = settleDirectEmail(email, token, outcome, services.now());
  // If the lease has expired, another worker has recorded an unknown outcome.
  const isWritten = await tryApply(commit(services, workspaceId, { writes: [write], messages }));
  if (isWritten && outcome.status === 'failed') logFailure(workspaceId, email, outcome);
}

/** A rejection suppresses no address: the recipient is a user, or a person who has just written. */
function outcomeOfRefusal(
  { refusal: { smtpCode }, verdict }: Extract<SendResult, { kind: 'refused' }>,
  attemptsBefore: number,
  now: number,
): DirectOutcome {
  const attempts = attemptsBefore + 1;
  const dueAt = verdict === 'retry' ? retryAt(attempts, now) : undefined;

  return dueAt === undefined
    ? { status: 'failed', error: 'rejected', smtpCode }
    : { status: 'queued', dueAt, attempts };
}

/**
 * Pauses the account after a failure of its server, as campaign emails do.
 * @returns the outcome: the email waits until the end of the cool-down, or fails if a user must reconnect the account
 */
export async function pauseAccount(
  services: SendServices,
  { workspaceId, account, email }: PreparedDirect,
  failure: SendFailure,
): Promise<UnsentOutcome> {
  const now = services.now();
  const { writes, until } = planSendFailure(workspaceId, account, failure, now);
  log('warn', 'mail server not available', { accountId: account.id, code: failure.kind });
  await tryApply(commit(services, workspaceId, { writes }));

  return until === undefined
    ? { status: 'failed', error: 'account_not_connected' }
    : { status: 'queued', dueAt: Math.max(now, until), attempts: email.state.attempts };
}
