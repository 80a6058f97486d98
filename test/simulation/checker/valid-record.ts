import type { CampaignRecord, EventRecord, MailRecord } from './record.ts';

const at = (time: string) => Date.parse(`2035-03-${time}Z`);
const mark = (step: number) => `This is text ${step}.`;

export function mail(time: string, from: string, to: string, step: number): MailRecord {
  return { at: at(time), from: `${from}@our.example`, to: `${to}@their.example`, text: mark(step) };
}

export function event(type: string, time: string): EventRecord {
  return { type, at: at(time) };
}

/** A valid record: three contacts got two emails each, from two accounts. Every limit is just reached. */
export const validRecord: CampaignRecord = {
  campaign: {
    schedule: {
      timezone: 'Europe/Berlin',
      windows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '17:00' }],
      startAt: null,
      endAt: null,
      useContactTimezone: false,
      blackoutDates: [],
    },
    steps: [0, 2].map((value, step) => ({
      mark: mark(step + 1),
      delay: { value, unit: 'days' },
      businessDaysOnly: true,
    })),
    dailyLimit: 3,
    dailyNewContactLimit: 3,
    maxContactsPerCompanyPerDay: 2,
    prioritizeNewContacts: false,
  },
  accounts: ['one', 'two'].map((name) => ({
    email: `${name}@our.example`,
    timezone: 'UTC',
    dailyLimit: 2,
    minGapSeconds: 20,
  })),
  contacts: ['ada', 'ben', 'cleo'].map((name) => ({
    email: `${name}@their.example`,
    timezone: null,
    company: name === 'cleo' ? null : 'Acme',
  })),
  mails: [
    mail('19T08:00:00', 'one', 'ada', 1),
    mail('19T08:00:20', 'one', 'ben', 1),
    mail('19T08:00:00', 'two', 'cleo', 1),
    mail('21T08:00:00', 'one', 'ada', 2),
    mail('21T08:00:20', 'one', 'ben', 2),
    mail('21T15:59:59', 'two', 'cleo', 2),
  ],
  events: [
    ...Array.from({ length: 6 }, () => event('email.sent', '21T16:00:00')),
    ...Array.from({ length: 3 }, () => event('campaign.contact_completed', '21T16:00:00')),
    event('campaign.completed', '21T16:00:30'),
  ],
};
