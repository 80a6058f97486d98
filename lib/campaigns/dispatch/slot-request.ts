import type { CampaignItem } from '#lib/campaigns/stored.ts';
import type { DueExecution } from '#lib/executions/executions.ts';

/** Executions that the same accounts can serve: first emails of one time zone, or follow-ups of one account. */
export interface SlotQueue {
  readonly name: string;
  /**
   * Time zone of the sending windows; undefined: the campaign's. Null: the contacts' zones differ, and each due time
   * already respects the windows of its contact.
   */
  readonly zone: string | null | undefined;
  /** The account that holds the threads; undefined for first emails. */
  readonly accountId: string | undefined;
  /** Oldest first. */
  readonly due: readonly DueExecution[];
}

/** Whether the executions of the queue wait for their first email; otherwise they wait for a follow-up. */
export function isFirstEmailQueue({ accountId }: Pick<SlotQueue, 'accountId'>): boolean {
  return accountId === undefined;
}

/** How many emails of a campaign were sent or have a slot on one day. `firsts` counts the first emails among them. */
export interface DayCount {
  /** Date in the campaign's time zone. */
  readonly day: string;
  readonly mails: number;
  readonly firsts: number;
}

/** The slot state and limits of a sending account. Times are epoch milliseconds. */
export interface SlotAccount {
  readonly id: string;
  readonly timezone: string;
  /** Limit for today. */
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
  readonly maxGapSeconds: number;
  /** The account sends nothing before this time. */
  readonly nextSendAt: number;
  /** The last slot that was assigned. */
  readonly slotAt: number;
  /** Date of the last slot in the account's time zone; `slotsToday` counts the slots of that date. */
  readonly slotDay: string;
  readonly slotsToday: number;
}

/** What slots are assigned for: the queues, the accounts and their limits. */
export interface SlotRequest {
  readonly campaign: Pick<
    CampaignItem,
    'schedule' | 'dailyLimit' | 'dailyNewContactLimit' | 'prioritizeNewContacts'
  >;
  /** Accounts that can send. */
  readonly accounts: readonly SlotAccount[];
  /** Accounts that may send first emails. */
  readonly firstAccountIds: ReadonlySet<string>;
  readonly queues: readonly SlotQueue[];
  /** Emails of the campaign that already count for its daily limits. */
  readonly dayCounts: readonly DayCount[];
  readonly now: number;
  /** No slot is assigned after this time. Epoch milliseconds, like `now`. */
  readonly horizon: number;
}
