import type { CreatedToken } from '#lib/auth/authority.ts';
import type { BlocklistScope } from '#lib/contacts/addresses/blocklisted-address.ts';
import type { DirectEmail } from '#lib/direct-emails/state.ts';
import {
  type DirectOutcome,
  directOutcomeWrite,
  directOutcomeWrites,
  type UnsentOutcome,
} from '#lib/direct-emails/transitions.ts';
import type { SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import type { Outcome } from '#lib/emails/outcome.ts';
import { planAccountRefusal, refusalWithoutStreak } from '#lib/emails/refused.ts';
import { planRetry } from '#lib/emails/retry.ts';
import { settleClaim } from '#lib/emails/settle.ts';
import type { ClaimedEmail, SendServices } from '#lib/emails/transmit.ts';
import type { Refused } from '#lib/mail/send-result.ts';
import { log } from '#lib/runtime/log.ts';
import { updateIf } from '#lib/storage/table.ts';

/** Where an email outside of campaigns is stored. */
export interface DirectSource {
  /** Of the mailbox that sends it. */
  readonly workspaceId: string;
  /** As it was read first. */
  readonly email: DirectEmail;
  /** Reads it again. */
  readonly find: () => Promise<DirectEmail | undefined>;
  /** Decrypts a queued email and composes it. */
  readonly compose: (account: SendingAccount) => Promise<Pick<ClaimedEmail, 'to' | 'raw'>>;
  /** Who must still have the authority when the email is claimed. Otherwise it is deleted, because no list shows it then. */
  readonly onBehalfOf?: CreatedToken;
  readonly blocklist: { readonly workspaceId: string; readonly scope: BlocklistScope };
  /** Wakes a worker to search the Sent folder after the outcome; without it, the folder is not searched. */
  readonly queueSentCheck?: (delayMs: number) => Promise<void>;
}

/** An email with everything that its transmission needs, before the claim. */
export interface PreparedDirect extends DirectSource, Pick<ClaimedEmail, 'to' | 'raw'> {
  readonly account: SendingAccount;
}

/** Providers such as Google and Microsoft store a copy in the Sent folder themselves, within seconds. */
const sentCheckDelayMs = 60_000;

/** An outcome, and the account's part of it. */
type DirectSettlement = Partial<Outcome> & { readonly outcome: DirectOutcome };

/** The outcomes of an email that this worker has claimed. They change the email and the account. */
export function toClaimedDirect(
  services: SendServices,
  prepared: PreparedDirect,
  token: string,
): ClaimedEmail {
  const { email, account, to, raw } = prepared;
  const { now } = services;

  return {
    to,
    raw,
    recordSent: () =>
      settleDirect(services, prepared, token, () => ({
        // Without an IMAP server, there is no Sent folder to search.
        outcome: { status: 'sent', ...(account.imap && sentCheck(prepared, now())) },
      })),
    recordRefusal: (refused) =>
      settleDirect(services, prepared, token, () => planDirectRefusal(services, prepared, refused)),
    makeDue: (until) =>
      settleDirect(services, prepared, token, () => ({ outcome: outcomeOfFailure(email, until, now()) })),
    recordUnknown: () => markDirectUnknown(services, prepared, token),
  };
}

/** The server may or may not have accepted the email. It is never sent again automatically. */
export function markDirectUnknown(
  services: SendServices,
  source: DirectSource,
  token: string,
): Promise<void> {
  return settleDirect(services, source, token, () => ({
    outcome: { status: 'outcome_unknown', ...sentCheck(source, services.now()) },
  }));
}

/** Records that a queued email was not transmitted. If the email has changed, nothing is written. */
export async function endUnsent(
  { table, now }: SendServices,
  { workspaceId, email }: DirectSource,
  outcome: UnsentOutcome,
): Promise<undefined> {
  const isWritten = await updateIf(table, directOutcomeWrite(email, 'queued', outcome, now()));
  if (isWritten) logOutcome(workspaceId, email, outcome);
}

/** The email waits until the end of the account's cool-down, or fails if a user must reconnect the account. */
export function outcomeOfFailure(
  { state: { attempts } }: DirectEmail,
  until: number | undefined,
  now: number,
): UnsentOutcome {
  return until === undefined
    ? { status: 'failed', error: 'account_not_connected' }
    : { status: 'queued', dueAt: Math.max(now, until), attempts };
}

/** A person waits for the email, so a permanent rejection is final unless it may concern the account. It suppresses no address. */
async function planDirectRefusal(
  services: SendServices,
  { workspaceId, email, account, to }: PreparedDirect,
  refused: Refused,
): Promise<DirectSettlement> {
  const { refusal, verdict } = refused;
  const { attempts } = email.state;
  const rejected = { status: 'failed', error: 'rejected', smtpCode: refusal.smtpCode } as const;
  if (verdict.kind === 'bounce') return { outcome: rejected };
  // All workspaces share the mailbox of the service, so the recipients of one of them must not stop it.
  const { writes, events, ...step } =
    email.kind === 'service_email'
      ? refusalWithoutStreak
      : await planAccountRefusal(services, workspaceId, account, { address: to, refused });
  const isFinal = verdict.kind === 'fail' && (verdict.accountKind === undefined || attempts > 0);
  const retry = planRetry(attempts, isFinal, step, services.now());

  return { outcome: retry ? { status: 'queued', ...retry } : rejected, writes, events };
}

/** The first search of the Sent folder, if it is searched. */
function sentCheck({ queueSentCheck }: DirectSource, now: number): { readonly sentCheckAt?: number } {
  return queueSentCheck ? { sentCheckAt: now + sentCheckDelayMs } : {};
}

/** Commits the outcome of a claimed email. Without the current send token, nothing changes. */
async function settleDirect(
  services: SendServices,
  { workspaceId, email, find, queueSentCheck }: DirectSource,
  token: string,
  plan: () => DirectSettlement | Promise<DirectSettlement>,
): Promise<void> {
  let settled: DirectOutcome | undefined;
  const claim = { workspaceId, item: email.state, token, find: async () => (await find())?.state };
  const isSettled = await settleClaim(services, claim, async () => {
    const { outcome, writes = [], ...effects } = await plan();
    settled = outcome;

    const outcomeWrites = directOutcomeWrites(email, { token }, outcome, services.now());

    return { ...effects, writes: [...outcomeWrites, ...writes] };
  });
  if (!isSettled || !settled) return;
  if ('sentCheckAt' in settled) await queueSentCheck?.(sentCheckDelayMs);
  logOutcome(workspaceId, email, settled);
}

/** Logs that an email failed, or that its outcome is unknown. */
function logOutcome(
  workspaceId: string,
  { kind, state: { emailAccountId: accountId } }: DirectEmail,
  outcome: DirectOutcome,
): void {
  if (outcome.status === 'failed') {
    log('warn', 'email not sent', { workspaceId, accountId, outcome: kind, code: outcome.error });
  }
  if (outcome.status === 'outcome_unknown')
    log('warn', 'send outcome unknown', { workspaceId, outcome: kind });
}
