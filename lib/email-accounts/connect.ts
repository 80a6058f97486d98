import { wakeUsersOf } from '#lib/campaigns/active-campaigns.ts';
import { normaliseEmail } from '#lib/contacts/email-address.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import { afterCoolDown, changeAccount, gapFaults, mergeLimits } from '#lib/email-accounts/change.ts';
import type { EmailAccountSettings, NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { inboxCalls } from '#lib/email-accounts/inbox.ts';
import {
  accountKey,
  addressClaimKey,
  coolDownAttributes,
  type EmailAccountItem,
  imapPasswordContext,
  inboxTroubles,
  passwordContext,
  settingsKey,
  statusAttributes,
} from '#lib/email-accounts/items.ts';
import { readWholeAccount, type WholeAccount } from '#lib/email-accounts/read.ts';
import { invalid, type ProblemDetail } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import { laterThan, newId, timestamp } from '#lib/runtime/ids.ts';
import { isSameValue } from '#lib/runtime/same-value.ts';
import type { Services } from '#lib/runtime/services.ts';
import { Stale } from '#lib/runtime/stale.ts';

type ConnectServices = Services & { readonly vault: Vault };

const defaults = {
  dailyLimit: 50,
  minGapSeconds: 120,
  maxGapSeconds: 600,
  rampUp: { enabled: true, startPerDay: 10, increment: 5 },
} as const;

const unsent = { sentDay: '', sentToday: 0, sendingDays: 0, slotAt: 0, slotDay: '', slotsToday: 0 };

/**
 * Connects a mailbox to a workspace. An address that the workspace has connected before, whatever became of it, keeps
 * its account's id, counters and settings, and gets the new credentials.
 * @throws Problem 422 when the gaps contradict each other; Stale when the address is being connected by somebody else
 */
export async function connectAccount(
  services: ConnectServices,
  workspaceId: string,
  input: NewEmailAccount,
): Promise<Change<{ id: string; email: string }>> {
  const { table } = services;
  const claim = await table.get(addressClaimKey(workspaceId, normaliseEmail(input.email)), {
    consistent: true,
  });
  if (!claim) return newAccount(services, workspaceId, input);

  const accountId = String(claim['accountId']);
  const account = await readWholeAccount(table, workspaceId, accountId, { consistent: true });

  return reconnect(services, workspaceId, account, input);
}

async function newAccount(
  { now, vault }: ConnectServices,
  workspaceId: string,
  input: NewEmailAccount,
): Promise<Change<{ id: string; email: string }>> {
  const { email, smtp, imap = null, fromName = null } = input;
  const id = newId('acc', now());
  const at = timestamp(now());
  const limits = mergeLimits(defaults, input);
  refuseFaults(gapFaults(limits, input));
  const account: Omit<EmailAccountItem, 'id' | 'status'> = {
    email,
    timezone: 'UTC',
    ...limits,
    ...unsent,
    nextSendAt: now(),
    lastSyncAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const settings: EmailAccountSettings = { ...firstSettings, fromName, smtp, imap };
  const sealed = await sealPasswords(vault, workspaceId, id, input);

  return {
    writes: [
      {
        put: { ...addressClaimKey(workspaceId, normaliseEmail(email)), accountId: id },
        if: { pk: 'absent' },
        otherwise: () => new Stale('the address was connected meanwhile'),
      },
      {
        put: {
          ...accountKey(workspaceId, id),
          ...account,
          ...statusAttributes(workspaceId, id, 'connected'),
        },
      },
      { put: { ...settingsKey(workspaceId, id), id, ...settings, ...sealed } },
    ],
    calls: inboxCalls(id, imap),
    result: { id, email },
  };
}

const firstSettings: Omit<EmailAccountSettings, 'fromName' | 'smtp' | 'imap'> = {
  provider: 'smtp',
  replyTo: null,
  signatureHtml: null,
  statusReason: null,
  saveToSent: true,
  trackingDomain: null,
  trackingDomainStatus: null,
  health: null,
};

/** A paused account gets its new credentials and stays paused: it was a person who paused it. */
async function reconnect(
  { table, now, vault }: ConnectServices,
  workspaceId: string,
  account: WholeAccount,
  input: NewEmailAccount,
): Promise<Change<{ id: string; email: string }>> {
  const { id, email, updatedAt } = account;
  const { smtp, imap = account.imap, fromName = account.fromName } = input;
  const limits = mergeLimits(account, input);
  refuseFaults(gapFaults(limits, input));
  const status = account.status === 'paused' ? 'paused' : 'connected';
  const sealed = await sealPasswords(vault, workspaceId, id, input);

  return {
    writes: [
      changeAccount(
        workspaceId,
        account,
        {
          ...limits,
          ...statusAttributes(workspaceId, id, status),
          nextSendAt: afterCoolDown(account, now()),
          updatedAt: laterThan(updatedAt, now()),
        },
        [...coolDownAttributes, ...inboxTroubles, ...(isSameValue(imap, account.imap) ? [] : ['syncedTo'])],
      ),
      {
        update: settingsKey(workspaceId, id),
        set: { fromName, smtp, imap, ...sealed, statusReason: null },
        remove: ['inboxTrouble', ...('sealedImapPassword' in sealed ? [] : ['sealedImapPassword'])],
      },
    ],
    calls: [
      ...(status === 'connected' ? await wakeUsersOf(table, workspaceId, id) : []),
      ...inboxCalls(id, imap),
    ],
    result: { id, email },
  };
}

async function sealPasswords(
  vault: Vault,
  workspaceId: string,
  id: string,
  { password, imapPassword }: NewEmailAccount,
) {
  return {
    sealedPassword: await vault.seal(workspaceId, passwordContext(id), password),
    ...(imapPassword !== undefined && {
      sealedImapPassword: await vault.seal(workspaceId, imapPasswordContext(id), imapPassword),
    }),
  };
}

function refuseFaults(faults: readonly ProblemDetail[]): void {
  if (faults.length > 0) throw invalid(faults);
}
