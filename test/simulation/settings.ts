import type { AccountRecord, CampaignRecord, ContactRecord } from './checker/record.ts';
import type { Setting } from './populate.ts';

/** Starts on a Thursday. Daylight saving time starts in Europe on the following Sunday. */
export const period = { begin: Date.parse('2035-03-22T05:00:00Z'), days: 15 };

/** Days in these time zones end at other times than the campaign's days. */
const accountZones = ['Europe/Berlin', 'America/Los_Angeles', 'Asia/Tokyo', 'UTC', 'Australia/Sydney'];
const contactZones = [null, 'America/New_York', 'Asia/Kolkata', 'Europe/London', 'Pacific/Auckland'];

const companies = 20;

const campaign: CampaignRecord['campaign'] = {
  schedule: {
    timezone: 'Europe/Berlin',
    windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
    startAt: null,
    endAt: null,
    useContactTimezone: false,
    blackoutDates: [],
  },
  steps: [0, 2, 2].map((value, step) => ({
    mark: `This is text ${step + 1}.`,
    delay: { value, unit: 'days' },
    businessDaysOnly: true,
  })),
  dailyLimit: null,
  dailyNewContactLimit: null,
  maxContactsPerCompanyPerDay: null,
  prioritizeNewContacts: false,
};

export interface Size {
  readonly contacts: number;
  readonly accounts: number;
  /** Limit of each account. */
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
}

/** A campaign with three emails to each contact, during office hours. */
export function settingOf(size: Size, limits: Partial<CampaignRecord['campaign']> = {}): Setting {
  const { dailyLimit, minGapSeconds } = size;

  return {
    campaign: { ...campaign, ...limits },
    accounts: Array.from(
      { length: size.accounts },
      (_, position): AccountRecord => ({
        email: `sender-${position}@outreach.example`,
        timezone: accountZones[position % accountZones.length] ?? 'UTC',
        dailyLimit,
        minGapSeconds,
      }),
    ),
    contacts: Array.from(
      { length: size.contacts },
      (_, position): ContactRecord => ({
        email: `person-${position}@customer-${position % companies}.example`,
        timezone: contactZones[position % contactZones.length] ?? null,
        company: `Customer ${position % companies}`,
      }),
    ),
  };
}

/** The setting with accounts that ramp up. */
export function withRampUp(setting: Setting, rampUp: Required<AccountRecord>['rampUp']): Setting {
  return { ...setting, accounts: setting.accounts.map((account) => ({ ...account, rampUp })) };
}

/** The setting with `useContactTimezone`. */
export function inContactZones(setting: Setting): Setting {
  const schedule = { ...setting.campaign.schedule, useContactTimezone: true };

  return { ...setting, campaign: { ...setting.campaign, schedule } };
}
