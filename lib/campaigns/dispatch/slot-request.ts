import type { CampaignItem, DayCount } from '#lib/campaigns/state/stored.ts';
import type { EmailAccountItem } from '#lib/email-accounts/email-accounts.ts';
import type { DueExecution } from '#lib/executions/executions.ts';

/** Executions that the same accounts can serve: first emails of one time zone, or follow-ups of one account. */
export interface SlotQueue {
  readonly name: string;
  /**
   * Time zone of the sending windows; undefined: the campaign's. Null: the contacts' zones differ, and each due time
   * already respects the windows of its contact.
   */
  readonly zone: string | null | undefined;
  /** The account that sends the follow-ups; undefined for first emails. */
  readonly accountId: string | undefined;
  /** Oldest first. */
  readonly due: readonly DueExecution[];
}

/** Whether the executions of the queue wait for their first email; otherwise they wait for a follow-up. */
export function isFirstEmailQueue({ accountId }: Pick<SlotQueue, 'accountId'>): boolean {
  return accountId === undefined;
}

/** The slot state of a sending account. `dailyLimit` is the limit for today. */
export type SlotAccount = Pick<
  EmailAccountItem,
  | 'id'
  | 'timezone'
  | 'dailyLimit'
  | 'minGapSeconds'
  | 'maxGapSeconds'
  | 'nextSendAt'
  | 'slotAt'
  | 'slotDay'
  | 'slotsToday'
>;

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
