/*
 * Input of the checker: the settings of a campaign, and its emails and events. Plain JSON. The checker imports no code
 * of the service, because it must verify the service independently.
 */

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

export interface ScheduleRecord {
  readonly timezone: string;
  readonly windows: readonly {
    readonly days: readonly (typeof weekdays)[number][];
    readonly from: string;
    readonly to: string;
  }[];
  readonly startAt: string | null;
  readonly endAt: string | null;
  readonly useContactTimezone: boolean;
  readonly blackoutDates: readonly string[];
}

export interface StepRecord {
  /** A line that identifies the step in the text of an email. */
  readonly mark: string;
  readonly delay: { readonly value: number; readonly unit: 'minutes' | 'hours' | 'days' };
  readonly businessDaysOnly: boolean;
}

export interface AccountRecord {
  readonly email: string;
  readonly timezone: string;
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
  /** Undefined: the full limit applies from the first day. */
  readonly rampUp?: { readonly startPerDay: number; readonly increment: number };
}

export interface ContactRecord {
  readonly email: string;
  readonly timezone: string | null;
  readonly company: string | null;
}

/** An email as received by the mail server. */
export interface MailRecord {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

export interface EventRecord {
  readonly type: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface CampaignRecord {
  readonly campaign: {
    readonly schedule: ScheduleRecord;
    readonly steps: readonly StepRecord[];
    readonly dailyLimit: number | null;
    readonly dailyNewContactLimit: number | null;
    readonly maxContactsPerCompanyPerDay: number | null;
    readonly prioritizeNewContacts: boolean;
    readonly continuous?: boolean;
  };
  readonly accounts: readonly AccountRecord[];
  readonly contacts: readonly ContactRecord[];
  readonly mails: readonly MailRecord[];
  readonly events: readonly EventRecord[];
}
