import { randomUUID } from 'node:crypto';
import { creatorChecks } from '#lib/auth/authority.ts';
import { commit } from '#lib/commit/commit.ts';
import { isBlocklisted, mustNotBeBlocklisted } from '#lib/contacts/addresses/blocklisted-address.ts';
import { claimDirectEmail } from '#lib/direct-emails/transitions.ts';
import { directCountUpdate, findAccount } from '#lib/email-accounts/email-accounts.ts';
import { isCoolingDown } from '#lib/email-accounts/send-failure.ts';
import { isUsable } from '#lib/email-accounts/sending.ts';
import {
  type DirectSource,
  endUnsent,
  markDirectUnknown,
  outcomeOfFailure,
  type PreparedDirect,
  toClaimedDirect,
} from '#lib/emails/direct/outcome.ts';
import { leaseMs, type SendServices, sendAtMostOnce } from '#lib/emails/transmit.ts';
import { log } from '#lib/runtime/log.ts';
import { retryOnConflict, StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { TransactionRefused } from '#lib/storage/table.ts';

/** Sends an email outside of campaigns at most once. */
export async function sendDirect(services: SendServices, source: DirectSource): Promise<void> {
  const prepared = await prepare(services, source);
  if (!prepared) return;
  await sendAtMostOnce(services, {
    ...prepared,
    makeDue: (until) => endUnsent(services, source, outcomeOfFailure(source.email, until, services.now())),
    claim: async () => {
      const token = await claim(services, prepared);

      // Without a token, the email was claimed or deleted, or the sweeper queues it again.
      return token === undefined ? undefined : toClaimedDirect(services, prepared, token);
    },
  });
}

/** @returns undefined if the email is not sent now; then its next state has been written */
async function prepare(services: SendServices, source: DirectSource): Promise<PreparedDirect | undefined> {
  const { workspaceId } = source;
  const { status, dueAt, attempts, emailAccountId, sendToken = '', leaseUntil = 0 } = source.email.state;
  const { table, now } = services;
  if (status === 'sending' && leaseUntil < now()) {
    // The worker stopped after its claim, so the email may have been transmitted.
    await markDirectUnknown(services, source, sendToken);

    return undefined;
  }
  if (status !== 'queued' || dueAt > now()) return undefined;
  const account = await findAccount(table, workspaceId, emailAccountId);
  if (!isUsable(account)) {
    return endUnsent(services, source, { status: 'failed', error: 'account_not_connected' });
  }
  // The gap between campaign emails does not delay an email of a person or of the service, but a cool-down does.
  if (isCoolingDown(account, now())) {
    return endUnsent(services, source, { status: 'queued', dueAt: account.nextSendAt, attempts });
  }

  return { ...source, ...(await source.compose(account)), account };
}

/**
 * Claims the email and counts it towards the account's day. The daily limit does not hold it back. If the authority of its author
 * has ended, the email is deleted instead.
 * @returns the token; undefined if a condition no longer holds
 */
async function claim(services: SendServices, prepared: PreparedDirect): Promise<string | undefined> {
  const { table, now } = services;
  const { workspaceId, find, onBehalfOf, blocklist, to, account } = prepared;
  const token = randomUUID();

  return retryOnConflict(async () => {
    const [currentEmail, currentAccount, isBlocked] = await Promise.all([
      find(),
      findAccount(table, workspaceId, account.id),
      isBlocklisted(table, blocklist.workspaceId, to, blocklist.scope),
    ]);
    // The session is open at the servers that the account had before.
    const isCurrent = isUsable(currentAccount) && currentAccount.updatedAt === account.updatedAt;
    if (currentEmail?.state.status !== 'queued' || !isCurrent) return undefined;
    if (isBlocked) return endUnsent(services, prepared, { status: 'failed', error: 'blocklisted' });
    const writes = [
      claimDirectEmail(currentEmail, { token, leaseUntil: now() + leaseMs }),
      directCountUpdate(workspaceId, currentAccount, now()),
      ...mustNotBeBlocklisted(blocklist.workspaceId, to, blocklist.scope),
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
