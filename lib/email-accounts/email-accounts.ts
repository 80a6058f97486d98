import { inboxDueAfterSending } from '#lib/email-accounts/inbox/read-pace.ts';
import {
  accountAddressKey,
  accountKey,
  accountsPartition,
  type EmailAccountItem,
  type SendingAccount,
  settingsKey,
  toAccount,
  toSender,
} from '#lib/email-accounts/items.ts';
import { accountDay, limitOn, sentOn } from '#lib/email-accounts/quota.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { type Item, itemLookup, type Table, type Update } from '#lib/storage/table.ts';
import { findPostalAddress } from '#lib/workspaces/settings.ts';

export type { EmailAccountItem, SendingAccount };

/** The existing accounts among these ids, in no particular order. */
export async function readAccounts(
  table: Table,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<EmailAccountItem[]> {
  const items = await table.getMany(accountIds.map((id) => accountKey(workspaceId, id)));

  return items.map(toAccount);
}

/** All mailboxes of a workspace, oldest first. There are at most a few hundred, so one query is enough. */
export async function listAllAccounts(table: Table, workspaceId: string): Promise<EmailAccountItem[]> {
  const { items } = await table.query({ pk: accountsPartition(workspaceId), limit: 1000 });

  return items.map(toAccount);
}

/** An account with the settings for sending; undefined if it does not exist. */
export async function findAccount(
  table: Table,
  workspaceId: string,
  accountId: string,
): Promise<SendingAccount | undefined> {
  const found = await readAccountItems(table, workspaceId, accountId);

  return found && { ...toSender(found.settings), ...toAccount(found.account) };
}

/** As `findAccount`, for an email of a campaign: without a postal address, the account has the address of its workspace. */
export async function findSender(
  table: Table,
  workspaceId: string,
  accountId: string,
): Promise<SendingAccount | undefined> {
  const [account, workspaceAddress] = await Promise.all([
    findAccount(table, workspaceId, accountId),
    findPostalAddress(table, workspaceId),
  ]);

  return account && { ...account, postalAddress: account.postalAddress ?? workspaceAddress };
}

/** The account item and the settings item, unparsed. */
export async function readAccountItems(
  table: Table,
  workspaceId: string,
  accountId: string,
): Promise<{ readonly account: Item; readonly settings: Item } | undefined> {
  const keys = [accountKey(workspaceId, accountId), settingsKey(workspaceId, accountId)];
  const [account, settings] = keys.map(itemLookup(await table.getMany(keys)));

  return account && settings && { account, settings };
}

/** The accounts without a postal address, in the given order. None if the workspace has an address. */
export async function findAccountsWithoutAddress(
  table: Table,
  workspaceId: string,
  accountIds: readonly string[],
): Promise<string[]> {
  if ((await findPostalAddress(table, workspaceId)) !== null) return [];
  const items = await table.getMany(accountIds.map((accountId) => settingsKey(workspaceId, accountId)));
  const missingIds = new Set(
    items.filter((item) => toSender(item).postalAddress === null).map(({ id }) => id),
  );

  return accountIds.filter((accountId) => missingIds.has(accountId));
}

type SendCounters = Pick<EmailAccountItem, 'sentDay' | 'sentToday' | 'sendingDays' | 'nextSendAt'>;

/** An account's counters after an email sent now. */
export function countersAfterSend(account: EmailAccountItem, now: number): SendCounters {
  const today = accountDay(account, now);

  return {
    sentDay: today,
    sentToday: sentOn(account, today) + 1,
    sendingDays: account.sentDay === today ? account.sendingDays : account.sendingDays + 1,
    nextSendAt: now + account.minGapSeconds * 1000,
  };
}

/**
 * The write of a send claim to the account: counts one more email today. The condition requires that the account is connected,
 * that its limit is not reached, that its gap has passed, and that its settings are unchanged.
 */
export function sendCountUpdate(workspaceId: string, account: EmailAccountItem, now: number): Update {
  const { nextSendAt, ...counters } = countersAfterSend(account, now);
  const readyToSend = {
    status: { is: 'connected' },
    nextSendAt: { atMost: now },
    sentDay: { is: account.sentDay },
    updatedAt: { is: account.updatedAt },
  } as const;
  const update = accountKey(workspaceId, account.id);
  const set = { nextSendAt, ...inboxDueAfterSending(account, now) };

  return account.sentDay === counters.sentDay
    ? {
        update,
        add: { sentToday: 1 },
        set,
        if: { ...readyToSend, sentToday: { below: limitOn(account, counters.sentDay) } },
      }
    : {
        // The first email of a day replaces the counters of an earlier day. Of the limits, only a daily limit of 0 prevents it.
        update,
        set: { ...set, ...counters },
        if: { ...readyToSend, dailyLimit: { above: 0 } },
      };
}

/**
 * The write of a direct email's claim to the account: counts one more email today, beyond the daily limit if
 * necessary, and keeps the gap before the next campaign email.
 */
export function directCountUpdate(workspaceId: string, account: EmailAccountItem, now: number): Update {
  const counters = countersAfterSend(account, now);

  return {
    update: accountKey(workspaceId, account.id),
    set: {
      ...counters,
      nextSendAt: Math.max(account.nextSendAt, counters.nextSendAt),
      ...inboxDueAfterSending(account, now),
    },
    if: {
      status: { is: account.status },
      sentDay: { is: account.sentDay },
      sentToday: { is: account.sentToday },
      nextSendAt: { is: account.nextSendAt },
      updatedAt: { is: account.updatedAt },
    },
    otherwise: () => new StaleDecision('the account was changed concurrently'),
  };
}

/** Reserves slots, unless others were reserved since the account was read. */
export function slotReservation(
  workspaceId: string,
  account: EmailAccountItem,
  { slotAt, slotDay, slotsToday }: Pick<EmailAccountItem, 'slotAt' | 'slotDay' | 'slotsToday'>,
): Update {
  return {
    update: accountKey(workspaceId, account.id),
    set: { slotAt, slotDay, slotsToday },
    if: { slotAt: { is: account.slotAt } },
    otherwise: () => new StaleDecision('another campaign reserved slots concurrently'),
  };
}

/** Whether a workspace sends, or has ever sent, from an address. @param address normalised */
export async function isOwnAddress(table: Table, workspaceId: string, address: string): Promise<boolean> {
  return (await table.get(accountAddressKey(workspaceId, address))) !== undefined;
}

/**
 * The account for planning slots, with the current day's limit. If its last slot is not later than `inFlightSince`, no send
 * message is in flight, so reserved slots that were not used are free again.
 * @param inFlightSince epoch milliseconds; only messages of later slots may still be in flight
 */
export function withCurrentSlots(
  account: EmailAccountItem,
  inFlightSince: number,
  today: string,
): EmailAccountItem {
  if (account.slotAt > inFlightSince) return { ...account, dailyLimit: limitOn(account, today) };

  return withUsedSlots(account, today);
}

/** The account with the current day's limit and only the slots of emails that it has sent today, without reserved slots. */
export function withUsedSlots(account: EmailAccountItem, today: string): EmailAccountItem {
  return {
    ...account,
    dailyLimit: limitOn(account, today),
    slotDay: today,
    slotsToday: sentOn(account, today),
  };
}
