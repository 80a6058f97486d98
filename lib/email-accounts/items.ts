import * as z from 'zod/mini';
import { inboxAttributes } from '#lib/email-accounts/inbox/items.ts';
import { EmailAccountStatus, RampUp } from '#lib/email-accounts/sending.ts';
import { MailServer } from '#lib/mail/mail-server.ts';
import type { Item, Key, Put } from '#lib/storage/table.ts';
import { worklistAttributes } from '#lib/storage/worklist.ts';

/*
 * | access pattern                              | how                                                       |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | get by id; count an email of the day        | GetItem, UpdateItem W#<workspace>#ACCOUNTS, id            |
 * | settings and encrypted passwords            | GetItem W#<workspace>#ACCOUNT#<id>, SETTINGS              |
 * | encrypted tokens, if it has a grant         | GetItem, UpdateItem W#<workspace>#ACCOUNT#<id>, GRANT     |
 * | progress in folders other than INBOX        | GetItem, PutItem W#<workspace>#ACCOUNT#<id>, FOLDERS      |
 * | messages that were set aside                | Put W#<workspace>#ACCOUNT#<id>, SET_ASIDE#<validity>#<uid>#<folder> |
 * | list newest first                           | Query W#<workspace>#ACCOUNTS, then the settings           |
 * | list of one status, newest first            | gsi4 W#<workspace>#ACCOUNTS#<status>, then both items     |
 * | tracking domains to check                   | worklist `tracking_domain`: the settings item             |
 * | due inboxes                                 | worklist `inbox`: the account item                        |
 * | accounts with a due health check            | worklist `account_health`: W#<workspace>#ACCOUNT#<id>, HEALTH |
 * | uniqueness of an address                    | GetItem W#<workspace>#ACCOUNT_EMAIL#<address>, CLAIM      |
 *
 * The account item stays below 1 KB for all settings, because every email writes it. Long attributes belong to the settings
 * item.
 */
export const accountsPartition = (workspaceId: string) => `W#${workspaceId}#ACCOUNTS`;

export function accountKey(workspaceId: string, accountId: string): Key {
  return { pk: accountsPartition(workspaceId), sk: accountId };
}

export function settingsKey(workspaceId: string, accountId: string): Key {
  return { pk: `W#${workspaceId}#ACCOUNT#${accountId}`, sk: 'SETTINGS' };
}

/**
 * A separate item: tokens change every hour and should not cost a write of the settings. Accounts with a password do not have
 * it.
 */
export function grantKey(workspaceId: string, accountId: string): Key {
  return { pk: settingsKey(workspaceId, accountId).pk, sk: 'GRANT' };
}

/** A separate item: it has an entry for each folder, and the account item must stay small. */
export function foldersKey(workspaceId: string, accountId: string): Key {
  return { pk: settingsKey(workspaceId, accountId).pk, sk: 'FOLDERS' };
}

/** A separate item, because an item is on one worklist: the time of the next check of the account's health. */
export function healthKey(workspaceId: string, accountId: string): Key {
  return { pk: settingsKey(workspaceId, accountId).pk, sk: 'HEALTH' };
}

/** @param at epoch milliseconds */
export function healthCheckPut(workspaceId: string, accountId: string, at: number): Put {
  return {
    put: { ...healthKey(workspaceId, accountId), ...worklistAttributes('account_health', accountId, at) },
  };
}

/** The account of an account item's key. */
export function readAccountKey({ pk, sk }: Key): { workspaceId: string; accountId: string } {
  const [, workspaceId = ''] = pk.split('#');

  return { workspaceId, accountId: sk };
}

/** The account of the key of its settings or of its health check. */
export function readSettingsKey({ pk }: Key): { workspaceId: string; accountId: string } {
  const [, workspaceId = '', , accountId = ''] = pk.split('#');

  return { workspaceId, accountId };
}

/** Reserves an address for one account, even while it is disconnected. @param address normalised */
export function accountAddressKey(workspaceId: string, address: string): Key {
  return { pk: `W#${workspaceId}#ACCOUNT_EMAIL#${address}`, sk: 'CLAIM' };
}

export const statusIndex = (workspaceId: string, status: EmailAccountStatus) =>
  `${accountsPartition(workspaceId)}#${status}`;

/** A status together with its index keys, so that the index always matches the status. */
export function statusAttributes(workspaceId: string, accountId: string, status: EmailAccountStatus) {
  return { status, gsi4pk: statusIndex(workspaceId, status), gsi4sk: accountId };
}

export const coolDownAttributes = ['coolDowns', 'coolDownFor', 'refusals'] as const;

/* Encryption contexts of the passwords and of a grant's tokens. */
/** Binds a password to its server: a rewritten settings item gives it to no other server. */
export const passwordContext = (accountId: string, { host, port, username }: MailServer) =>
  `${accountId}.password ${JSON.stringify([host, port, username])}`;

/** The servers that get a token. */
export interface TokenServers {
  readonly smtp: MailServer;
  readonly imap: MailServer | null;
}

/** As `passwordContext`, for the tokens of a grant. */
export const tokenContext = (accountId: string, kind: 'access' | 'refresh', { smtp, imap }: TokenServers) =>
  `${accountId}.oauth.${kind}_token ${JSON.stringify([smtp.host, smtp.port, imap?.host, imap?.port])}`;

/** Attributes of the settings item that have credentials. */
export const credentialAttributes = ['sealedPassword', 'sealedImapPassword'] as const;

/** The attributes that every email reads and writes. */
const EmailAccountItem = z.object({
  id: z.string(),
  email: z.string(),
  status: EmailAccountStatus,
  dailyLimit: z.int(),
  minGapSeconds: z.int(),
  maxGapSeconds: z.int(),
  rampUp: RampUp,
  timezone: z.string(),
  /** The local day that `sentToday` counts, such as `2026-11-20`; empty before the first email. */
  sentDay: z.string(),
  sentToday: z.int(),
  /** Number of days with sent emails, including `sentDay`. */
  sendingDays: z.int(),
  /** Epoch milliseconds; earliest claim of the next email. */
  nextSendAt: z.int(),
  /** Number of consecutive cool-downs and their reason; absent since an email was accepted. */
  coolDowns: z.optional(z.int()),
  coolDownFor: z.optional(
    z.enum([
      ...(['rate', 'quota', 'unreachable', 'limit_exceeded', 'sender_refused'] as const),
      ...(['rejected', 'unconfirmed', 'reported'] as const),
    ]),
  ),
  /** Recipients of the rejected emails since an email was accepted: `lib/email-accounts/refusals/streak.ts`. */
  refusals: z.optional(z.string()),
  /** The last reserved slot, and the number of slots reserved on `slotDay`. */
  slotAt: z.int(),
  slotDay: z.string(),
  slotsToday: z.int(),
  /**
   * Parsed only when shown, see `EmailAccount`. Stored here, because a write costs one unit regardless of the settings' size.
   */
  health: z.optional(z.unknown()),
  ...inboxAttributes,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type EmailAccountItem = z.infer<typeof EmailAccountItem>;
/** The settings that sending an email needs. The encrypted password is deleted when the account is disconnected. */
const SenderItem = z.object({
  /** The kind of credential. It is in the item of the servers, so that a reconnection never sends a token to another server. */
  provider: z.enum(['google', 'microsoft', 'smtp']),
  fromName: z.nullable(z.string()),
  replyTo: z.nullable(z.string()),
  signatureHtml: z.nullable(z.string()),
  postalAddress: z._default(z.nullable(z.string()), null),
  trackingDomain: z.nullable(z.string()),
  trackingDomainStatus: z.nullable(z.string()),
  smtp: MailServer,
  /** Null when the inbox is not read. */
  imap: z.nullable(MailServer),
  /** Delivery reports that blame the sender: `lib/email-accounts/refusals/reported.ts`. */
  rejections: z.optional(z.string()),
  sealedPassword: z.optional(z.string()),
  /** Also if both servers have the same password. */
  sealedImapPassword: z.optional(z.string()),
});
type SenderItem = z.infer<typeof SenderItem>;

/** Whether the owner of a mailbox has granted access by OAuth, so that the account has tokens and no password. */
export function hasGrant({ provider }: Pick<SenderItem, 'provider'>): boolean {
  return provider !== 'smtp';
}

/** OAuth tokens, instead of passwords. */
const GrantItem = z.object({
  provider: z.enum(['google', 'microsoft']),
  sealedRefreshToken: z.string(),
  sealedAccessToken: z.string(),
  /** Epoch milliseconds. */
  accessExpiresAt: z.int(),
  /** Changes with every write. */
  version: z.string(),
});
export type GrantItem = z.infer<typeof GrantItem>;

export function toGrant(item: Item): GrantItem {
  return GrantItem.parse(item);
}

/** An account with all data for composing and sending emails. */
export type SendingAccount = EmailAccountItem & SenderItem;

export function toAccount(item: Item): EmailAccountItem {
  return EmailAccountItem.parse({ ...item, id: item.sk });
}

const TrackingDomain = z.object({ trackingDomain: z.nullable(z.string()) });

export function toTrackingDomain(item: Item): string | null {
  return TrackingDomain.parse(item).trackingDomain;
}

export function toSender(item: Item): SenderItem {
  return SenderItem.parse(item);
}
