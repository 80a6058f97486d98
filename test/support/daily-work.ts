import type { StoredItem } from './stored-items.ts';

const daily = /^WORK#(account_health|tracking_domain)#/;

/** Items of daily background checks, for which no request waits. */
export function isDailyWork({ gsi3pk }: StoredItem): boolean {
  return daily.test(String(gsi3pk));
}

/** The item without the result of a daily check, because the check may run during a test. */
export function withoutDailyWork({ health: _, ...item }: StoredItem): StoredItem {
  return isDailyWork(item) ? { ...item, gsi3sk: 'some time' } : item;
}
