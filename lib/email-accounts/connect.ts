import { wakeUsersOf } from '#lib/campaigns/active-campaigns.ts';
import { normaliseEmail } from '#lib/contacts/email-address.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import {
  afterCoolDown,
  changeAccount,
  gapFaults,
  mergeLimits,
  newAccountLimits,
} from '#lib/email-accounts/change.ts';
import type {
  EmailAccount,
  EmailAccountSettings,
  NewEmailAccount,
} from '#lib/email-accounts/email-account.ts';
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
import { findByAddress, presentAccount, type WholeAccount } from '#lib/email-accounts/read.ts';
import { invalid, type ProblemDetail } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import { laterThan, newId, timestamp } from '#lib/runtime/ids.ts';
import { isSameValue } from '#lib/runtime/same-value.ts';
import type { Services } from '#lib/runtime/services.ts';
import { Stale } from '#lib/runtime/stale.ts';

type ConnectServices = Services & { readonly vault: Vault };

const unsent = { sentDay: '', sentToday: 0, sendingDays: 0, slotAt: 0, slotDay: '', slotsToday: 0 };

/** `isNew`: whether the workspace had never connected the address before. */
type Connection = Change<EmailAccount> & { readonly isNew: boolean };

/**
 * Connects a mailbox to a workspace. An address that the workspace has connected before, whatever became of it, keeps
 * its account's id, counters and settings, and gets the new credentials.
 * @throws Problem 422 when the gaps contradict each other; Stale when the address is being connected by somebody else
 */
export async function connectAccount(
  services: ConnectServices,
  workspaceId: string,
  input: NewEmailAccount,
): Promise<Connection> {
  const account = await findByAddress(services.table, workspaceId, input.email);

  return account
    ? reconnect(services, workspaceId, account, input)
    : newAccount(services, workspaceId, input);
}

async function newAccount(
  { now, vault }: ConnectServices,
  workspaceId: string,
  input: NewEmailAccount,
): Promise<Connection> {
  const { email, smtp, imap = null, fromName = null } = input;
  const id = newId('acc', now());
  const at = timestamp(now());
  const limits = mergeLimits(newAccountLimits, input);
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
    isNew: true,
    result: presentAccount({ ...settings, ...account, id, status: 'connected' }, now()),
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
): Promise<Connection> {
  const { id } = account;
  const { smtp, imap = account.imap, fromName = account.fromName } = input;
  const limits = mergeLimits(account, input);
  refuseFaults(gapFaults(limits, input));
  const status = account.status === 'paused' ? 'paused' : 'connected';
  const sealed = await sealPasswords(vault, workspaceId, id, input);
  const settings = { fromName, smtp, imap, statusReason: null };
  const changes = {
    ...limits,
    nextSendAt: afterCoolDown(account, now()),
    updatedAt: laterThan(account.updatedAt, now()),
  };

  return {
    writes: [
      changeAccount(workspaceId, account, { ...changes, ...statusAttributes(workspaceId, id, status) }, [
        ...coolDownAttributes,
        ...inboxTroubles,
        ...(isSameValue(imap, account.imap) ? [] : ['syncedTo']),
      ]),
      {
        update: settingsKey(workspaceId, id),
        set: { ...settings, ...sealed },
        remove: ['inboxTrouble', ...('sealedImapPassword' in sealed ? [] : ['sealedImapPassword'])],
      },
    ],
    calls: [
      ...(status === 'connected' ? await wakeUsersOf(table, workspaceId, id) : []),
      ...inboxCalls(id, imap),
    ],
    isNew: false,
    result: presentAccount({ ...account, ...settings, ...changes, status }, now()),
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
