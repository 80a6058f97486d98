import { dispatchMessagesForAccount } from '#lib/campaigns/state/active-campaigns.ts';
import type { Change } from '#lib/commit/change.ts';
import type { Vault } from '#lib/crypto/vault.ts';
import {
  accountUpdate,
  checkSendingGaps,
  mergeLimits,
  newAccountLimits,
  reconnectionEvents,
  sendTimeAfterCoolDown,
} from '#lib/email-accounts/change.ts';
import {
  type AccountAuthor,
  authorizeReconnection,
  connectorAfter,
  exchangeMessages,
} from '#lib/email-accounts/credentials/exchange.ts';
import { type NewMailbox, sealSecrets } from '#lib/email-accounts/credentials/secrets.ts';
import type { EmailAccount } from '#lib/email-accounts/email-account.ts';
import { inboxDue, inboxDueNames, inboxStateAttributes } from '#lib/email-accounts/inbox/items.ts';
import {
  accountAddressKey,
  accountKey,
  coolDownAttributes,
  credentialAttributes,
  type EmailAccountItem,
  foldersKey,
  healthCheckPut,
  settingsKey,
  statusAttributes,
} from '#lib/email-accounts/items.ts';
import { type AccountWithSettings, findByAddress, presentAccount } from '#lib/email-accounts/read.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Services } from '#lib/runtime/services.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { newId, timestamp, timestampAfter } from '#lib/values/ids.ts';
import { invalid, type ProblemDetail } from '#lib/values/problem.ts';
import { isSameValue } from '#lib/values/same-value.ts';

type ConnectServices = Services & { readonly vault: Vault };

const initialCounters = { sentDay: '', sentToday: 0, sendingDays: 0, slotAt: 0, slotDay: '', slotsToday: 0 };

type Connection = Change<EmailAccount> & {
  /** Whether the workspace connects the address for the first time. */
  readonly isNew: boolean;
};

/**
 * Connects a mailbox to a workspace. An address that the workspace connected before keeps its account's id, counters and
 * settings, and gets the new credentials.
 * @throws Problem 403 when the author may not exchange the servers; 422 when the gaps contradict each other; StaleDecision when the address is connected concurrently
 */
export async function connectAccount(
  services: ConnectServices,
  workspaceId: string,
  input: NewMailbox,
  author: AccountAuthor,
): Promise<Connection> {
  const account = await findByAddress(services.table, workspaceId, input.email);

  if (!account) return planNewAccount(services, workspaceId, input, author);
  await authorizeReconnection(services.vault, workspaceId, account, input, author);

  const { messages = [], ...change } = await planReconnection(services, workspaceId, account, input, author);

  return { ...change, messages: [...messages, ...exchangeMessages(account, input, services.now())] };
}

async function planNewAccount(
  { now, vault }: ConnectServices,
  workspaceId: string,
  input: NewMailbox,
  author: AccountAuthor,
): Promise<Connection> {
  const { email, smtp, imap = null, fromName = null } = input;
  const id = newId('acc', now());
  const at = timestamp(now());
  const limits = mergeLimits(newAccountLimits, input);
  throwIfFaults(checkSendingGaps(limits, input));
  const account: Omit<EmailAccountItem, 'id' | 'status'> = {
    email,
    timezone: 'UTC',
    ...limits,
    ...initialCounters,
    nextSendAt: now(),
    lastSyncAt: null,
    createdAt: at,
    updatedAt: at,
  };
  const secrets = await sealSecrets({ vault, now }, workspaceId, id, input);
  const { provider } = secrets;
  const settings = { ...defaultSettings, provider, fromName, smtp, imap, connectedBy: author.id };

  return {
    writes: [
      {
        put: { ...accountAddressKey(workspaceId, normaliseEmail(email)), accountId: id },
        if: { pk: 'absent' },
        otherwise: () => new StaleDecision('the address was connected concurrently'),
      },
      {
        put: {
          ...accountKey(workspaceId, id),
          ...account,
          ...statusAttributes(workspaceId, id, 'connected'),
          ...(imap && inboxDue(id, now())),
        },
      },
      healthCheckPut(workspaceId, id, now()),
      { put: { ...settingsKey(workspaceId, id), id, ...settings, ...secrets.settings } },
      ...secrets.grantWrites,
    ],
    isNew: true,
    result: presentAccount({ ...settings, ...account, id, status: 'connected' }, now()),
  };
}

const defaultSettings = {
  replyTo: null,
  signatureHtml: null,
  postalAddress: null,
  statusReason: null,
  messagesSetAside: 0,
  lastMessageSetAside: null,
  trackingDomain: null,
  trackingDomainStatus: null,
  trackingDomainReason: null,
  trackingDomainToken: null,
};

/** A paused account gets the new credentials but stays paused, because a user paused it. */
async function planReconnection(
  services: ConnectServices,
  workspaceId: string,
  account: AccountWithSettings,
  input: NewMailbox,
  author: AccountAuthor,
): Promise<Connection> {
  const { table, now } = services;
  const { id } = account;
  const { smtp, imap = account.imap, fromName = account.fromName } = input;
  const limits = mergeLimits(account, input);
  throwIfFaults(checkSendingGaps(limits, input));
  const status = account.status === 'paused' ? 'paused' : 'connected';
  const isSameInbox = isSameValue(imap, account.imap);
  const secrets = await sealSecrets(services, workspaceId, id, { ...input, imap }, account);
  const settings = {
    provider: secrets.provider,
    fromName,
    smtp,
    imap,
    statusReason: null,
    connectedBy: connectorAfter(account, author),
  };
  // Disconnecting released the domain, so it must be verified again.
  const needsDomainCheck = account.status === 'disconnected' && account.trackingDomain !== null;
  const domainCheck = needsDomainCheck ? worklistAttributes('tracking_domain', id, now()) : {};
  const changes = {
    ...limits,
    nextSendAt: sendTimeAfterCoolDown(account, now()),
    updatedAt: timestampAfter(account.updatedAt, now()),
  };

  return {
    writes: [
      accountUpdate(
        workspaceId,
        account,
        {
          ...changes,
          ...statusAttributes(workspaceId, id, status),
          ...(imap && inboxDue(id, now())),
        },
        [
          ...coolDownAttributes,
          ...inboxStateAttributes,
          ...(imap ? [] : inboxDueNames),
          // The positions are valid for one inbox only. `lastSyncAt` stays: another inbox is read since that time.
          ...(isSameInbox ? [] : ['syncedTo']),
        ],
      ),
      {
        update: settingsKey(workspaceId, id),
        set: { ...settings, ...secrets.settings, ...domainCheck },
        remove: ['inboxTrouble', ...credentialAttributes.filter((name) => !(name in secrets.settings))],
      },
      healthCheckPut(workspaceId, id, now()),
      ...(isSameInbox ? [] : [{ delete: foldersKey(workspaceId, id) }]),
      ...secrets.grantWrites,
    ],
    events: reconnectionEvents(account),
    messages: status === 'connected' ? await dispatchMessagesForAccount(table, workspaceId, id) : [],
    isNew: false,
    result: presentAccount({ ...account, ...settings, ...changes, status }, now()),
  };
}

function throwIfFaults(faults: readonly ProblemDetail[]): void {
  if (faults.length > 0) throw invalid(faults);
}
