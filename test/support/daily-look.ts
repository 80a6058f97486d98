import type { StoredItem } from './stored-items.ts';

const daily = /^WORK#(account_health|tracking_domain)#/;

/** What is looked at every day, whatever was asked for: nobody waits for it. */
export function isDailyWork({ gsi3pk }: StoredItem): boolean {
  return daily.test(String(gsi3pk));
}

/** An item but for what such a look leaves: whether one was meanwhile is not the doing of whoever is tested. */
export function withoutDailyLook({ health: _, ...item }: StoredItem): StoredItem {
  return isDailyWork(item) ? { ...item, gsi3sk: 'some time' } : item;
}
