import * as z from 'zod/mini';
import { EmailAccountStatus, RampUp } from '#lib/email-accounts/sending.ts';
import { MailServer } from '#lib/mail/mail-server.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                                       |
 * |---------------------------------------------|-----------------------------------------------------------|
 * | get by id; count a mail of the day          | GetItem, UpdateItem W#<workspace>#ACCOUNTS, id            |
 * | its settings and sealed passwords           | GetItem W#<workspace>#ACCOUNT#<id>, SETTINGS              |
 * | its sealed tokens, where it has such        | GetItem, UpdateItem W#<workspace>#ACCOUNT#<id>, GRANT     |
 * | its messages that were set aside             | Put W#<workspace>#ACCOUNT#<id>, SET_ASIDE#<validity>#<uid> |
 * | list newest first                           | Query W#<workspace>#ACCOUNTS, then the settings           |
 * | list of one status, newest first            | gsi4 W#<workspace>#ACCOUNTS#<status>, then both items     |
 * | domains for links that are to be checked    | worklist `tracking_domain`: the settings                  |
 * | accounts whose health is to be looked at    | worklist `account_health`: the account's own item         |
 * | address is unique                           | GetItem W#<workspace>#ACCOUNT_EMAIL#<address>, CLAIM      |
 *
 * The first item stays below 1 KB whatever a caller sets, because every mail writes it: nothing long belongs there.
 */
export const accountsPartition = (workspaceId: string) => `W#${workspaceId}#ACCOUNTS`;

export function accountKey(workspaceId: string, accountId: string): Key {
  return { pk: accountsPartition(workspaceId), sk: accountId };
}

export function settingsKey(workspaceId: string, accountId: string): Key {
  return { pk: `W#${workspaceId}#ACCOUNT#${accountId}`, sk: 'SETTINGS' };
}

/** Tokens change every hour, which must not cost what writing settings costs; and who has a password pays nothing for them. */
export function grantKey(workspaceId: string, accountId: string): Key {
  return { pk: settingsKey(workspaceId, accountId).pk, sk: 'GRANT' };
}

/** Whose own item stands under a key. */
export function readAccountKey({ pk, sk }: Key): { workspaceId: string; accountId: string } {
  const [, workspaceId = ''] = pk.split('#');

  return { workspaceId, accountId: sk };
}

/** Whose settings stand under a key. */
export function readSettingsKey({ pk }: Key): { workspaceId: string; accountId: string } {
  const [, workspaceId = '', , accountId = ''] = pk.split('#');

  return { workspaceId, accountId };
}

/** Holds an address for one account, also while that is disconnected. @param address normalised */
export function addressClaimKey(workspaceId: string, address: string): Key {
  return { pk: `W#${workspaceId}#ACCOUNT_EMAIL#${address}`, sk: 'CLAIM' };
}

export const statusIndex = (workspaceId: string, status: EmailAccountStatus) =>
  `${accountsPartition(workspaceId)}#${status}`;

/** A status, and the account's place in the list of those that have it: never the one without the other. */
export function statusAttributes(workspaceId: string, accountId: string, status: EmailAccountStatus) {
  return { status, gsi4pk: statusIndex(workspaceId, status), gsi4sk: accountId };
}

export const coolDownAttributes = ['coolDowns', 'coolDownFor'] as const;

/** Attributes of an inbox that is being read, cannot be read, or whose last reader stopped part way. */
export const inboxTroubles = ['syncLeaseUntil', 'syncFailures', 'nextSyncAt', 'syncAttempt'] as const;

/** What a sealed password is bound to. */
export const passwordContext = (accountId: string) => `${accountId}.smtp.password`;

/** The same of the inbox, where that has a password of its own. */
export const imapPasswordContext = (accountId: string) => `${accountId}.imap.password`;

/** What the sealed tokens of a grant are bound to. */
export const refreshTokenContext = (accountId: string) => `${accountId}.oauth.refresh_token`;
export const accessTokenContext = (accountId: string) => `${accountId}.oauth.access_token`;

/** Attributes of the settings that hold credentials. */
export const credentialAttributes = ['sealedPassword', 'sealedImapPassword'] as const;

/** How far its inbox has been read. It stands where reading it costs a write of one unit, however long the settings are. */
const inboxAttributes = {
  /** All messages up to this one have had their effect. */
  syncedTo: z.optional(z.object({ uidValidity: z.string(), uid: z.int() })),
  /** Epoch milliseconds until which somebody reads it. */
  syncLeaseUntil: z.optional(z.int()),
  /** The message that a reader last began after an earlier one had stopped nearby, and how often it was begun. */
  syncAttempt: z.optional(z.object({ uid: z.int(), tries: z.int() })),
  /** How often in a row it could not be read, and before when it is left alone. Epoch milliseconds. */
  syncFailures: z.optional(z.int()),
  nextSyncAt: z.optional(z.int()),
  /** Epoch milliseconds until which what became of a mail of its own may be told by its folder of sent mail. */
  unknownUntil: z.optional(z.int()),
  lastSyncAt: z._default(z.nullable(z.string()), null),
};

/** What every mail reads and writes. */
const EmailAccountItem = z.object({
  id: z.string(),
  email: z.string(),
  status: EmailAccountStatus,
  dailyLimit: z.int(),
  minGapSeconds: z.int(),
  maxGapSeconds: z.int(),
  rampUp: RampUp,
  timezone: z.string(),
  /** The account's day, `2026-11-20`, that `sentToday` counts; empty before the first mail. */
  sentDay: z.string(),
  sentToday: z.int(),
  /** On how many days it has sent, `sentDay` included. */
  sendingDays: z.int(),
  /** Epoch milliseconds before which the next mail may not be claimed. */
  nextSendAt: z.int(),
  /** How many cool-downs in a row it has had, and for what; absent since a mail was taken. */
  coolDowns: z.optional(z.int()),
  coolDownFor: z.optional(z.enum(['rate', 'quota', 'unreachable', 'limit_exceeded'])),
  /** The last slot given away, and how many were for `slotDay`. */
  slotAt: z.int(),
  slotDay: z.string(),
  slotsToday: z.int(),
  /** Its owner has granted access by OAuth: it has no password. */
  hasGrant: z.optional(z.literal(true)),
  /** As `EmailAccount` has it, and parsed where it is shown. Here it is written for one unit, however long the settings are. */
  health: z.optional(z.unknown()),
  ...inboxAttributes,
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type EmailAccountItem = z.infer<typeof EmailAccountItem>;

/** What of its settings handing a mail over takes. The sealed password is gone once the account is disconnected. */
const SenderItem = z.object({
  fromName: z.nullable(z.string()),
  replyTo: z.nullable(z.string()),
  signatureHtml: z.nullable(z.string()),
  trackingDomain: z.nullable(z.string()),
  trackingDomainStatus: z.nullable(z.string()),
  smtp: MailServer,
  /** Null when its inbox is not read. */
  imap: z.nullable(MailServer),
  sealedPassword: z.optional(z.string()),
  /** Absent where both servers take the same one. */
  sealedImapPassword: z.optional(z.string()),
});
type SenderItem = z.infer<typeof SenderItem>;

/** What an account has instead of passwords. */
const GrantItem = z.object({
  provider: z.enum(['google', 'microsoft']),
  sealedRefreshToken: z.string(),
  sealedAccessToken: z.string(),
  /** Epoch milliseconds. */
  accessExpiresAt: z.int(),
  /** Another one after every change. */
  version: z.string(),
});
export type GrantItem = z.infer<typeof GrantItem>;

export function toGrant(item: Item): GrantItem {
  return GrantItem.parse(item);
}

/** An account with what its mails are made and handed over with. */
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
