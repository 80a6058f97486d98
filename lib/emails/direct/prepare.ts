import type { CreatedToken } from '#lib/auth/authority.ts';
import { commit } from '#lib/commit/commit.ts';
import { type BlocklistScope, isBlocklisted } from '#lib/contacts/addresses/blocklisted-address.ts';
import type { DirectEmail } from '#lib/direct-emails/state.ts';
import {
  type DirectOutcome,
  directOutcomeWrite,
  type UnsentOutcome,
} from '#lib/direct-emails/transitions.ts';
import { findAccount, type SendingAccount } from '#lib/email-accounts/email-accounts.ts';
import { isCoolingDown } from '#lib/email-accounts/send-failure.ts';
import { isUsable } from '#lib/email-accounts/sending.ts';
import { tryApply } from '#lib/emails/settle.ts';
import type { SendServices } from '#lib/emails/transmit.ts';
import { log } from '#lib/runtime/log.ts';
import { updateIf } from '#lib/storage/table.ts';

interface DirectContent {
  readonly to: string;
  readonly compose: (account: SendingAccount) => Promise<Buffer>;
}

/** A stored email outside of campaigns. `open` decrypts the content of a queued email. */
export interface OpenableDirectEmail extends DirectEmail {
  readonly open: () => Promise<DirectContent>;
}

/** Where an email outside of campaigns is stored. */
export interface DirectSource {
  /** Of the mailbox that sends it. */
  readonly workspaceId: string;
  /** As it was read first. Strongly consistent. */
  readonly email: OpenableDirectEmail;
  /** Reads it again. Strongly consistent. */
  readonly find: () => Promise<OpenableDirectEmail | undefined>;
  /** Who must still have the authority when the email is claimed. Otherwise it is deleted, because no list shows it then. */
  readonly onBehalfOf?: CreatedToken;
  readonly blocklist: { readonly workspaceId: string; readonly scope: BlocklistScope };
  /** Wakes a worker to search the Sent folder after the outcome; without it, the folder is not searched. */
  readonly queueSentCheck?: (delayMs: number) => Promise<void>;
}

/** Providers such as Google and Microsoft store a copy in the Sent folder themselves, within seconds. */
export const sentCheckDelayMs = 60_000;

/** An email with everything that its transmission needs, before the claim. */
export interface PreparedDirect extends DirectSource {
  readonly content: DirectContent;
  readonly account: SendingAccount;
}

/** @returns undefined if the email is not sent now; then its next state has been written */
export async function prepareDirect(
  services: SendServices,
  source: DirectSource,
): Promise<PreparedDirect | undefined> {
  const { workspaceId, email } = source;
  const { table, now } = services;
  // The lease has expired, so the worker stopped after its claim. The email may have been transmitted.
  if (email.state.status === 'sending' && (email.state.leaseUntil ?? 0) < now()) {
    await markDirectUnknown(services, source, email.state.sendToken ?? '');

    return undefined;
  }
  if (email.state.status !== 'queued' || email.state.dueAt > now()) return undefined;
  const account = await findAccount(table, workspaceId, email.state.emailAccountId, { consistent: true });
  const content = await email.open();
  const endUnsent = (outcome: UnsentOutcome) => applyUnsent(services, workspaceId, email, outcome);
  if (!isUsable(account)) return endUnsent({ status: 'failed', error: 'account_not_connected' });
  const { blocklist } = source;
  if (await isBlocklisted(table, blocklist.workspaceId, content.to, blocklist.scope)) {
    return endUnsent({ status: 'failed', error: 'blocklisted' });
  }
  // The gap between campaign emails does not delay an email of a person or of the service, but a cool-down does.
  if (isCoolingDown(account, now())) {
    return endUnsent({ status: 'queued', dueAt: account.nextSendAt, attempts: email.state.attempts });
  }

  return { ...source, content, account };
}

/** Records that a queued email was not transmitted. If the email has changed, nothing is written. */
export async function applyUnsent(
  { table, now }: SendServices,
  workspaceId: string,
  email: DirectEmail,
  outcome: UnsentOutcome,
): Promise<undefined> {
  const isWritten = await updateIf(table, directOutcomeWrite(email, 'queued', outcome, now()));
  if (isWritten) logFailure(workspaceId, email, outcome);
}

/**
 * The server may or may not have accepted the email. It is never sent again automatically. If another worker has recorded the
 * outcome, nothing is written.
 */
export async function markDirectUnknown(
  services: SendServices,
  { workspaceId, email, queueSentCheck }: DirectSource,
  token: string,
): Promise<void> {
  const now = services.now();
  const sentCheck = queueSentCheck ? { sentCheckAt: now + sentCheckDelayMs } : {};
  const outcome = { status: 'outcome_unknown', ...sentCheck } as const;
  const write = directOutcomeWrite(email, { token }, outcome, now);
  if (!(await tryApply(commit(services, workspaceId, { writes: [write] })))) return;
  await queueSentCheck?.(sentCheckDelayMs);
  log('warn', 'send outcome unknown', { workspaceId, outcome: email.kind });
}

/** Logs the outcome of an email that failed; other outcomes are not logged. */
export function logFailure(
  workspaceId: string,
  { kind, state: { emailAccountId } }: DirectEmail,
  outcome: DirectOutcome,
): void {
  if (outcome.status !== 'failed') return;
  log('warn', 'email not sent', {
    workspaceId,
    accountId: emailAccountId,
    outcome: kind,
    code: outcome.error,
  });
}
