import { commit } from '#lib/commit/commit.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import type { GrantServices } from '#lib/email-accounts/grant.ts';
import { planSendFailure, recoveryWrites } from '#lib/email-accounts/send-failure.ts';
import type { ComposeServices } from '#lib/emails/compose-step.ts';
import { logInToSend } from '#lib/emails/log-in.ts';
import { tryApply } from '#lib/emails/settle.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import type { Refused, SendResult } from '#lib/mail/send-result.ts';
import type { SmtpSession } from '#lib/mail/smtp.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { AnswerMessage, SendMessage } from '#lib/values/queues.ts';

/** Longer than the function's timeout: after the lease expires, its holder no longer runs. */
export const leaseMs = 240_000;

export interface SendServices extends GrantServices, ComposeServices {
  readonly signer: TokenSigner;
  readonly sends: Queue<SendMessage | AnswerMessage>;
}

/**
 * Makes an email due again, because its account cannot send now. An email outside of campaigns fails if the account must be
 * reconnected.
 * @param until end of the account's cool-down, in epoch milliseconds; undefined if the account must be reconnected
 */
type MakeDue = (until: number | undefined) => Promise<unknown>;

/** An email before its claim: of a campaign, of a user who answers a reply, or of the service. */
export interface OutgoingEmail {
  /** Of the account. */
  readonly workspaceId: string;
  readonly account: SendingAccount;
  readonly makeDue: MakeDue;
  /** @returns undefined if the email may no longer be sent now */
  readonly claim: () => Promise<ClaimedEmail | undefined>;
}

/**
 * An email that this worker has claimed. The functions record its outcome. If another worker has recorded an outcome, because the
 * lease has expired, they change nothing.
 */
export interface ClaimedEmail {
  readonly to: string;
  readonly raw: Buffer;
  readonly recordSent: (accepted: Extract<SendResult, { kind: 'accepted' }>) => Promise<unknown>;
  readonly recordRefusal: (refused: Refused) => Promise<unknown>;
  readonly makeDue: MakeDue;
  readonly recordUnknown: () => Promise<unknown>;
}

/**
 * Sends an email at most once, even if its queue message is delivered repeatedly. The claim is the last step before the
 * transmission: an unavailable mail server or a failed login must not use up the account's daily limit. After the claim, only
 * this worker transmits the email. If it stops, the email is never sent again.
 */
export async function sendAtMostOnce(services: SendServices, email: OutgoingEmail): Promise<void> {
  const session = await logInToSend(services, email.workspaceId, email.account);
  if ('failure' in session) return pauseAccount(services, email, session.failure, email.makeDue);
  try {
    const claimedEmail = await email.claim();
    if (claimedEmail) await transmit(services, email, claimedEmail, session);
  } finally {
    session.close();
  }
}

/** Transmits the email once and records the server's response. */
async function transmit(
  services: SendServices,
  email: OutgoingEmail,
  { to, raw, recordSent, recordRefusal, makeDue, recordUnknown }: ClaimedEmail,
  session: SmtpSession,
): Promise<void> {
  const response = await session.send({ from: email.account.email, to, raw });
  switch (response.kind) {
    case 'accepted':
      await recordSent(response);
      return clearFailure(services, email);
    case 'refused':
      await recordRefusal(response);
      return;
    case 'send_failure':
      return pauseAccount(services, email, response.failure, makeDue);
    case 'unknown':
      await recordUnknown();
  }
}

/**
 * Makes the email due again, and then pauses the account. In this order, a crash in between leaves no unknown outcome, and the
 * next email fails in the same way. If several workers meet the same failure, one of them pauses the account.
 */
async function pauseAccount(
  services: SendServices,
  { workspaceId, account }: OutgoingEmail,
  failure: SendFailure,
  makeDue: MakeDue,
): Promise<void> {
  const { until, ...stop } = planSendFailure(workspaceId, account, failure, services.now());
  log('warn', 'mail server not available', { accountId: account.id, code: failure.kind });
  await makeDue(until);
  await tryApply(commit(services, workspaceId, stop));
}

/** Clears the account's failure state after its server has accepted a message. */
async function clearFailure(services: SendServices, { workspaceId, account }: OutgoingEmail): Promise<void> {
  const writes = recoveryWrites(workspaceId, account, services.now());
  if (writes.length > 0) await tryApply(commit(services, workspaceId, { writes }));
}
