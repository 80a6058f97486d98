import { randomUUID } from 'node:crypto';
import { creatorChecks } from '#lib/auth/authority.ts';
import { commit } from '#lib/commit/commit.ts';
import { isBlocklisted, mustNotBeBlocklisted } from '#lib/contacts/addresses/blocklisted-address.ts';
import { claimDirectEmail } from '#lib/direct-emails/transitions.ts';
import { directCountUpdate, findAccount } from '#lib/email-accounts/email-accounts.ts';
import { isUsable } from '#lib/email-accounts/sending.ts';
import {
  applyUnsent,
  type DirectSource,
  type PreparedDirect,
  prepareDirect,
} from '#lib/emails/direct/prepare.ts';
import { applyDirectFailure, transmitDirect } from '#lib/emails/direct/transmit.ts';
import { logInToSend } from '#lib/emails/log-in.ts';
import { leaseMs, type SendServices } from '#lib/emails/transmit.ts';
import type { SmtpSession } from '#lib/mail/smtp.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { TransactionRefused } from '#lib/storage/table.ts';

/**
 * Sends an email outside of campaigns at most once, even if the queue message is delivered repeatedly. As for campaign emails,
 * the claim is the last step before the transmission. If a worker stops after the claim, the email is never sent again.
 */
export async function sendDirect(services: SendServices, source: DirectSource): Promise<void> {
  const prepared = await prepareDirect(services, source);
  const session = prepared && (await openSession(services, prepared));
  if (!session) return;
  try {
    const raw = await prepared.content.compose(prepared.account);
    const token = await claim(services, prepared);
    // Without a token, the email was claimed or deleted, or the sweeper queues it again.
    if (token !== undefined) await transmitDirect(services, { ...prepared, token, raw }, session);
  } finally {
    session.close();
  }
}

/** @returns undefined if the server is unavailable: then the account is paused, and the email waits or fails */
async function openSession(
  services: SendServices,
  prepared: PreparedDirect,
): Promise<SmtpSession | undefined> {
  const { workspaceId, account, email } = prepared;
  const login = await logInToSend(services, workspaceId, account);
  if (!('failure' in login)) return login;
  await applyDirectFailure(services, prepared, login.failure, (outcome) =>
    applyUnsent(services, workspaceId, email, outcome),
  );

  return undefined;
}

/**
 * Claims the email and counts it towards the account's day. The daily limit does not hold it back. If the authority of its author
 * has ended, the email is deleted instead.
 * @returns the token; undefined if a condition no longer holds
 */
async function claim(
  services: SendServices,
  { workspaceId, find, onBehalfOf, blocklist, content, account }: PreparedDirect,
): Promise<string | undefined> {
  const { table, now } = services;
  const token = randomUUID();

  return retryOnConflict(async () => {
    const [currentEmail, currentAccount, isBlocked] = await Promise.all([
      find(),
      findAccount(table, workspaceId, account.id, { consistent: true }),
      isBlocklisted(table, blocklist.workspaceId, content.to, blocklist.scope),
    ]);
    // The session is open at the servers that the account had before.
    const isCurrent = isUsable(currentAccount) && currentAccount.updatedAt === account.updatedAt;
    if (currentEmail?.state.status !== 'queued' || !isCurrent || isBlocked) return undefined;
    const writes = [
      claimDirectEmail(currentEmail, { token, leaseUntil: now() + leaseMs }),
      directCountUpdate(workspaceId, currentAccount, now()),
      ...mustNotBeBlocklisted(blocklist.workspaceId, content.to, blocklist.scope),
      ...(onBehalfOf ? creatorChecks(onBehalfOf, now(), () => new AuthorityEnded()) : []),
    ];
    try {
      await commit(services, workspaceId, { writes });
    } catch (error) {
      if (error instanceof AuthorityEnded) {
        await table.transact([{ delete: currentEmail.key }]);
        log('warn', 'email not sent', { workspaceId, code: 'authority_ended' });

        return undefined;
      }
      if (error instanceof TransactionRefused)
        throw new StaleDecision('the account changed before the claim');
      throw error;
    }

    return token;
  });
}

class AuthorityEnded extends Error {
  override readonly name = 'AuthorityEnded';
}
