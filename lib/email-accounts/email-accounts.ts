import type { Vault } from '#lib/crypto/vault.ts';
import type { NewEmailAccount } from '#lib/email-accounts/email-account.ts';
import { accountKey, type EmailAccountItem, passwordContext, toAccount } from '#lib/email-accounts/items.ts';
import { invalidField } from '#lib/http/problem.ts';
import type { Change } from '#lib/runtime/change.ts';
import { newId, timestamp } from '#lib/runtime/ids.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Update } from '#lib/storage/table.ts';

export type { EmailAccountItem };

/**
 * Connects a mailbox to a workspace. Each call makes an account of its own.
 * @throws Problem 422 when the gaps contradict each other.
 */
export async function connectAccount(
  { now, vault }: Pick<Services, 'now'> & { readonly vault: Vault },
  workspaceId: string,
  input: NewEmailAccount,
): Promise<Change<{ id: string; email: string }>> {
  const { password, ...settings } = input;
  if (settings.maxGapSeconds < settings.minGapSeconds) {
    throw invalidField('maxGapSeconds', 'order', 'must not be less than minGapSeconds');
  }
  const id = newId('acc', now());
  const account: EmailAccountItem = {
    ...settings,
    id,
    status: 'connected',
    sealedPassword: await vault.seal(workspaceId, passwordContext(id), password),
    sentDay: '',
    sentToday: 0,
    nextSendAt: 0,
    slotAt: 0,
    slotDay: '',
    slotsToday: 0,
  };
  const createdAt = timestamp(now());

  return {
    writes: [{ put: { ...accountKey(workspaceId, id), ...account, createdAt, updatedAt: createdAt } }],
    result: { id, email: settings.email },
  };
}

/** Those of the accounts that exist, in no particular order. At most 100. */
export async function readAccounts(
  table: Services['table'],
  workspaceId: string,
  accountIds: readonly string[],
): Promise<EmailAccountItem[]> {
  if (accountIds.length === 0) return [];
  const items = await table.getMany(accountIds.map((id) => accountKey(workspaceId, id)));

  return items.map(toAccount);
}

export async function findAccount(
  table: Services['table'],
  workspaceId: string,
  accountId: string,
): Promise<EmailAccountItem | undefined> {
  const item = await table.get(accountKey(workspaceId, accountId));

  return item && toAccount(item);
}

/** The account's day of a moment. Limits are counted in UTC. */
export function accountDay(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}

/** Part of every claim: one mail more today, if the account is connected, below its limit and past its gap. */
export function countMail(workspaceId: string, account: EmailAccountItem, now: number): Update {
  const today = accountDay(now);
  const ready = { status: { is: 'connected' }, nextSendAt: { atMost: now } } as const;
  const nextSendAt = now + account.minGapSeconds * 1000;
  const update = accountKey(workspaceId, account.id);

  return account.sentDay === today
    ? {
        update,
        add: { sentToday: 1 },
        set: { nextSendAt },
        if: {
          ...ready,
          sentDay: { is: today },
          sentToday: { below: account.dailyLimit },
          dailyLimit: { is: account.dailyLimit },
        },
      }
    : {
        update,
        set: { nextSendAt, sentDay: today, sentToday: 1 },
        if: { ...ready, sentDay: { is: account.sentDay }, dailyLimit: { above: 0 } },
      };
}

/** Takes slots, unless somebody else has taken some since the account was read. */
export function takeSlots(
  workspaceId: string,
  account: EmailAccountItem,
  { slotAt, slotDay, slotsToday }: Pick<EmailAccountItem, 'slotAt' | 'slotDay' | 'slotsToday'>,
): Update {
  return {
    update: accountKey(workspaceId, account.id),
    set: { slotAt, slotDay, slotsToday },
    if: { slotAt: { is: account.slotAt } },
  };
}

/** An account that its server no longer lets in sends nothing until somebody reconnects it. */
export function planAccountError(
  workspaceId: string,
  accountId: string,
  code: string,
  now: number,
): Change<undefined> {
  return {
    writes: [
      {
        update: accountKey(workspaceId, accountId),
        set: { status: 'error', statusReason: code, updatedAt: timestamp(now) },
        if: { status: { is: 'connected' } },
      },
    ],
    result: undefined,
  };
}

/** The one place that reads a mailbox password back. */
export function openPassword(vault: Vault, workspaceId: string, account: EmailAccountItem): Promise<string> {
  return vault.open(workspaceId, passwordContext(account.id), account.sealedPassword);
}

/** Once the last slot is past, no hint is under way any more: what was given away and not used is free again. */
export function settleSlots(account: EmailAccountItem, before: number, today: string): EmailAccountItem {
  if (account.slotAt > before) return account;

  return { ...account, slotDay: today, slotsToday: account.sentDay === today ? account.sentToday : 0 };
}
