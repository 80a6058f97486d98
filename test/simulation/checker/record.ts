/*
 * What the checker is given: what was asked for, and what came of it. Plain JSON, and nothing here or beside it imports
 * anything of the service: who checks a promise must not have it from who keeps it.
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
  /** A line that no other step's text has, and that every mail of this step has. */
  readonly mark: string;
  readonly delay: { readonly value: number; readonly unit: 'minutes' | 'hours' | 'days' };
  readonly businessDaysOnly: boolean;
}

export interface AccountRecord {
  readonly email: string;
  readonly timezone: string;
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
  /** Undefined: the limit counts from the first day. */
  readonly rampUp?: { readonly startPerDay: number; readonly increment: number };
}

export interface ContactRecord {
  readonly email: string;
  readonly timezone: string | null;
  readonly company: string | null;
}

/** A mail as its server logged it. */
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
