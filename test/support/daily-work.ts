import type { StoredItem } from './stored-items.ts';

const recurring = /^WORK#(account_health|inbox|tracking_domain)#/;

/** Items of recurring background checks, for which no request waits. */
export function isDailyWork({ gsi3pk }: StoredItem): boolean {
  return recurring.test(String(gsi3pk));
}

/** The item without the results of recurring checks, which may run during a test. */
export function withoutDailyWork({ health: _, nextSyncAt: __, ...item }: StoredItem): StoredItem {
  return isDailyWork(item) ? { ...item, gsi3sk: 'some time' } : item;
}
