import * as z from 'zod/mini';
import { SmtpServer } from '#lib/email-accounts/email-account.ts';
import type { Item, Key } from '#lib/storage/table.ts';

/*
 * | access pattern                              | how                                          |
 * |---------------------------------------------|----------------------------------------------|
 * | get by id; count a mail of the day          | GetItem, UpdateItem W#<workspace>#ACCOUNTS, id |
 * | list newest first                           | Query W#<workspace>#ACCOUNTS                 |
 *
 * The item stays below 1 KB, because every mail writes it: nothing long belongs here.
 */
const accountsPartition = (workspaceId: string) => `W#${workspaceId}#ACCOUNTS`;

export function accountKey(workspaceId: string, accountId: string): Key {
  return { pk: accountsPartition(workspaceId), sk: accountId };
}

/** What a sealed password is bound to. */
export const passwordContext = (accountId: string) => `${accountId}.smtp.password`;

const EmailAccountItem = z.object({
  id: z.string(),
  email: z.string(),
  fromName: z.nullable(z.string()),
  status: z.enum(['connected', 'paused', 'error', 'disconnected']),
  smtp: SmtpServer,
  sealedPassword: z.string(),
  dailyLimit: z.int(),
  minGapSeconds: z.int(),
  maxGapSeconds: z.int(),
  /** The day, `2026-11-20` in UTC, that `sentToday` counts. */
  sentDay: z.string(),
  sentToday: z.int(),
  /** Epoch milliseconds before which the next mail may not be claimed. */
  nextSendAt: z.int(),
  /** The last slot given away, and how many were for `slotDay`. */
  slotAt: z.int(),
  slotDay: z.string(),
  slotsToday: z.int(),
});
export type EmailAccountItem = z.infer<typeof EmailAccountItem>;

export function toAccount(item: Item): EmailAccountItem {
  return EmailAccountItem.parse(item);
}
