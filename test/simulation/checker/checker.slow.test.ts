import { expect, test } from 'vitest';
import { findFaults } from './checker.ts';
import type { CampaignRecord, MailRecord, ScheduleRecord } from './record.ts';
import { event, mail, validRecord } from './valid-record.ts';

const { campaign, accounts, contacts, mails, events } = validRecord;
const lastEmailOfCleo = mails.length - 1;

const withMails = (...changed: MailRecord[]): CampaignRecord => ({ ...validRecord, mails: changed });
const withCampaign = (changes: Partial<CampaignRecord['campaign']>): CampaignRecord => ({
  ...validRecord,
  campaign: { ...campaign, ...changes },
});
const withSchedule = (changes: Partial<ScheduleRecord>, changed = mails): CampaignRecord => ({
  ...withCampaign({ schedule: { ...campaign.schedule, ...changes } }),
  mails: changed,
});
const onSaturdays: ScheduleRecord['windows'] = [
  { days: ['mon', 'wed', 'thu', 'sat'], from: '09:00', to: '17:00' },
];
const inTokyo = accounts.map((account) => ({ ...account, timezone: 'Asia/Tokyo' }));
const noLimits = { dailyLimit: null, dailyNewContactLimit: null, maxContactsPerCompanyPerDay: null };
const eve = { email: 'eve@their.example', timezone: null, company: null };

/** Each case violates one rule: description, kind of the violation, record. */
const violations: readonly (readonly [string, string, CampaignRecord])[] = [
  ['an email before the window', 'window', withMails(...mails.with(0, mail('19T07:59:59', 'one', 'ada', 1)))],
  [
    'an email at the end of the window',
    'window',
    withMails(...mails.with(lastEmailOfCleo, mail('21T16:00:00', 'two', 'cleo', 2))),
  ],
  [
    'an email on a day without a window',
    'window',
    withMails(...mails.with(lastEmailOfCleo, mail('24T10:00:00', 'two', 'cleo', 2))),
  ],
  [
    'an email one hour late after the clock change',
    'window',
    withMails(...mails.with(lastEmailOfCleo, mail('26T15:00:00', 'two', 'cleo', 2))),
  ],
  ['an email on a blackout date', 'window', withSchedule({ blackoutDates: ['2035-03-19'] })],
  ['an email before startAt', 'window', withSchedule({ startAt: '2035-03-19T08:00:01.000Z' })],
  ['an email at endAt', 'window', withSchedule({ endAt: '2035-03-21T15:59:59.000Z' })],
  [
    'an email outside the windows in the contact’s time zone',
    'window',
    {
      ...withSchedule({ useContactTimezone: true }),
      contacts: contacts.with(2, { ...eve, email: 'cleo@their.example', timezone: 'America/New_York' }),
    },
  ],
  [
    'an email within the minimum gap',
    'gap',
    withMails(...mails.with(1, mail('19T08:00:19', 'one', 'ben', 1))),
  ],
  [
    'an email above the limit of the account',
    'account limit',
    withMails(...mails.with(2, mail('19T08:01:00', 'one', 'cleo', 1))),
  ],
  [
    'an email above the limit of the account’s local day',
    'account limit',
    {
      ...withMails(
        ...mails.with(3, mail('20T15:30:00', 'one', 'ada', 2)),
        mail('21T09:00:00', 'one', 'ada', 2),
      ),
      accounts: inTokyo,
    },
  ],
  [
    'an email above the limit of the second ramp-up day',
    'account limit',
    {
      ...withMails(...mails, mail('21T08:00:40', 'one', 'eve', 1), mail('21T08:01:00', 'one', 'eve', 2)),
      contacts: [...contacts, eve],
      accounts: accounts.map((account) => ({
        ...account,
        dailyLimit: 9,
        rampUp: { startPerDay: 2, increment: 1 },
      })),
    },
  ],
  ['an email above the limit of the campaign', 'campaign limit', withCampaign({ dailyLimit: 2 })],
  ['a new contact above the limit', 'new contacts', withCampaign({ dailyNewContactLimit: 2 })],
  ['a contact above the limit of its company', 'company', withCampaign({ maxContactsPerCompanyPerDay: 1 })],
  [
    'an email before the end of its delay',
    'delay',
    withMails(...mails.with(3, mail('20T15:00:00', 'one', 'ada', 2))),
  ],
  [
    'an email after days that are not business days',
    'delay',
    withSchedule({ windows: onSaturdays }, [
      ...mails.toSpliced(2, 1).toSpliced(-1),
      mail('22T08:00:00', 'two', 'cleo', 1),
      mail('24T10:00:00', 'two', 'cleo', 2),
    ]),
  ],
  [
    'a later step before an earlier one',
    'order',
    withMails(
      ...mails.with(0, mail('19T08:00:00', 'one', 'ada', 2)).with(3, mail('21T08:00:00', 'one', 'ada', 1)),
    ),
  ],
  ['a step that was sent twice', 'duplicate', withMails(...mails, mail('23T08:00:00', 'two', 'cleo', 2))],
  [
    'a follow-up from another account',
    'account',
    withMails(...mails.with(3, mail('21T08:00:40', 'two', 'ada', 2))),
  ],
  ['a missing step', 'missing', withMails(...mails.slice(0, -1))],
  ['an unknown recipient', 'unknown', withMails(...mails, mail('23T08:00:00', 'two', 'eve', 1))],
  ['a text of no step', 'unknown', withMails(...mails, mail('23T08:00:00', 'two', 'cleo', 3))],
  ['no campaign.completed event', 'end', { ...validRecord, events: events.slice(0, -1) }],
  [
    'two campaign.completed events',
    'end',
    { ...validRecord, events: [...events, event('campaign.completed', '21T16:00:31')] },
  ],
  [
    'an email after campaign.completed',
    'end',
    { ...validRecord, events: events.with(-1, event('campaign.completed', '21T15:00:00')) },
  ],
  [
    'a contact without its completion event',
    'contact ends',
    { ...validRecord, events: events.toSpliced(6, 1) },
  ],
  ['an email without its event', 'sent', { ...validRecord, events: events.slice(1) }],
  [
    'a first email while a follow-up was due',
    'priority',
    {
      ...withCampaign(noLimits),
      contacts: [...contacts, eve],
      mails: [
        ...mails.with(3, mail('21T10:00:00', 'one', 'ada', 2)),
        mail('21T08:30:00', 'one', 'eve', 1),
        mail('23T08:30:00', 'one', 'eve', 2),
      ],
    },
  ],
];

test('accepts a campaign without violations', () => {
  expect(findFaults(validRecord)).toEqual([]);
});

test.each(violations)('detects %s', (_how, kind, record) => {
  expect(findFaults(record).map((fault) => fault.slice(0, fault.indexOf(':')))).toContain(kind);
});
