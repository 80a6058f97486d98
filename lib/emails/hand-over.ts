import { commit } from '#lib/commit/commit.ts';
import type { TokenSigner } from '#lib/crypto/token-signer.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { logInWith } from '#lib/email-accounts/credential.ts';
import { GrantUnavailable } from '#lib/email-accounts/grant.ts';
import { inboxCallsAfterSending } from '#lib/email-accounts/inbox.ts';
import { planSetback, recoveryWrites } from '#lib/email-accounts/setback.ts';
import type { Sendable } from '#lib/emails/claim.ts';
import { followUp } from '#lib/emails/follow-up.ts';
import { type Bounced, planHardBounce } from '#lib/emails/hard-bounce.ts';
import { loseMail } from '#lib/emails/lose.ts';
import {
  dueAfterSetback,
  type Outcome,
  planFailed,
  planGivenBack,
  planRetry,
  planSent,
} from '#lib/emails/outcome.ts';
import { postpone } from '#lib/emails/postpone.ts';
import type { Prepared } from '#lib/emails/prepare.ts';
import { ifStillMine, settleMail } from '#lib/emails/settle.ts';
import type { SendCall } from '#lib/emails/workers.ts';
import type { Handover } from '#lib/mail/handover.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import { openSmtp, type SmtpSession, SmtpUnavailable } from '#lib/mail/smtp.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { log } from '#lib/runtime/log.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Write } from '#lib/storage/table.ts';

/** Longer than the function's timeout: after the lease expires, its holder no longer runs. */
export const leaseMs = 240_000;

export interface SendServices extends Services {
  readonly vault: Vault;
  readonly signer: TokenSigner;
  readonly sends: Queue<SendCall>;
  /** Base URL of tracked and unsubscribe links for accounts without a verified tracking domain. */
  readonly linksBaseUrl: string;
  /** Whether mail servers on loopback addresses are allowed. Only the local stack allows them. */
  readonly loopback: 'allow' | 'refuse';
}

/** A send with its composed email, before the claim. */
export type Ready = Sendable & {
  readonly workspaceId: string;
  readonly mail: Extract<Prepared, { kind: 'prepared' }>;
  /** Writes that the claim includes to enforce the campaign's limits. */
  readonly room: readonly Write[];
};

/** A send that this worker has claimed. */
export type Claimed = Ready & { readonly token: string };

/** @returns undefined if the server is unavailable: then the account is paused and the email is postponed */
export async function openSession(services: SendServices, ready: Ready): Promise<SmtpSession | undefined> {
  const { workspaceId, account, execution } = ready;
  try {
    return await logInWith(services, workspaceId, account, {
      server: 'smtp',
      open: (credential) => openSmtp(account, credential, services.loopback),
      isRefused: (error) => setbackOf(error)?.kind === 'auth',
    });
  } catch (error) {
    const setback = setbackOf(error);
    if (!setback) throw error;
    await setBack(services, ready, setback, (dueAt) => postpone(services, execution, dueAt, execution.zone));

    return undefined;
  }
}

function setbackOf(error: unknown): SendFailure | undefined {
  if (error instanceof SmtpUnavailable) return error.setback;

  return error instanceof GrantUnavailable ? { kind: error.kind, smtpCode: null } : undefined;
}

/**
 * Pauses the account after a send failure and makes the email due again. If several workers meet the same failure, one of
 * them pauses the account.
 * @param makeDue makes the email due again at a time in epoch milliseconds
 */
async function setBack(
  services: SendServices,
  { workspaceId, account, execution }: Ready,
  setback: SendFailure,
  giveBack: (dueAt: number) => Promise<void>,
): Promise<void> {
  const now = services.now();
  const { writes, until } = planSetback(workspaceId, account, setback, now);
  log('warn', 'mail server not available', { accountId: account.id, code: setback.kind });
  await giveBack(dueAfterSetback(execution, until, now));
  await ifStillMine(commit(services, workspaceId, { writes }));
}

/** Transmits the email once and records the server's response. */
export async function speak(services: SendServices, claimed: Claimed, session: SmtpSession): Promise<void> {
  const { account, contact, execution, token, stepId, mail } = claimed;
  const handover = await session.handOver({ from: account.email, to: contact.email, raw: mail.raw });
  const { variantId, messageId } = mail;
  const handed = { stepId, emailAccountId: account.id, variantId, messageId };

  switch (handover.kind) {
    case 'accepted':
      await settleMail(services, execution, token, (current) => {
        const now = services.now();
        const { subject, startsThread } = mail;
        const next = followUp(claimed, [...current.sentSteps, stepId], now);
        const sent = { stepId, subject, startsThread, now, serverId: handover.serverId, next };
        const outcome = planSent(current, token, handed, sent);

        return { ...outcome, calls: inboxCallsAfterSending(account, now) };
      });
      return recover(services, claimed);
    case 'refused':
      return settleMail(services, execution, token, (current) => {
        const bounced = { execution: current, token, address: contact.email, transmitted: handed };

        return planRefused(services, bounced, handover);
      });
    case 'setback':
      return setBack(services, claimed, handover.setback, (dueAt) =>
        settleMail(services, execution, token, (current) => planGivenBack(current, token, dueAt)),
      );
    case 'unknown':
      await loseMail(services, execution, token);
  }
}

function planRefused(
  services: SendServices,
  bounced: Bounced,
  { refusal, verdict }: Extract<Handover, { kind: 'refused' }>,
): Outcome | Promise<Outcome> {
  const { execution, token } = bounced;
  const reason = `smtp_${refusal.smtpCode}`;
  switch (verdict) {
    case 'bounce':
      return planHardBounce(services, bounced, refusal);
    case 'fail':
      return planFailed(execution, token, reason, services.now());
    case 'retry':
      return planRetry(execution, token, reason, services.now());
  }
}

/** Clears the account's failure state after its server has accepted a message. */
async function recover(services: SendServices, { workspaceId, account }: Claimed): Promise<void> {
  const writes = recoveryWrites(workspaceId, account, services.now());
  if (writes.length > 0) await ifStillMine(commit(services, workspaceId, { writes }));
}
