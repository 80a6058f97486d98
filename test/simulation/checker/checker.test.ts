import { expect, test } from 'vitest';
import { findFaults } from './checker.ts';
import { event, keptPromises, mail } from './kept-promises.ts';
import type { CampaignRecord, MailRecord, ScheduleRecord } from './record.ts';

const { campaign, accounts, contacts, mails, events } = keptPromises;
const cleosLast = mails.length - 1;

const withMails = (...changed: MailRecord[]): CampaignRecord => ({ ...keptPromises, mails: changed });
const withCampaign = (changes: Partial<CampaignRecord['campaign']>): CampaignRecord => ({
  ...keptPromises,
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

/** Each breaks one promise: how, the kind of the fault, and what came of it. */
const broken: readonly (readonly [string, string, CampaignRecord])[] = [
  ['before the window', 'window', withMails(...mails.with(0, mail('19T07:59:59', 'one', 'ada', 1)))],
  [
    'as the window closes',
    'window',
    withMails(...mails.with(cleosLast, mail('21T16:00:00', 'two', 'cleo', 2))),
  ],
  [
    'on a day without one',
    'window',
    withMails(...mails.with(cleosLast, mail('24T10:00:00', 'two', 'cleo', 2))),
  ],
  [
    'an hour late by summer time',
    'window',
    withMails(...mails.with(cleosLast, mail('26T15:00:00', 'two', 'cleo', 2))),
  ],
  ['on a blackout date', 'window', withSchedule({ blackoutDates: ['2035-03-19'] })],
  ['before the start', 'window', withSchedule({ startAt: '2035-03-19T08:00:01.000Z' })],
  ['at the end', 'window', withSchedule({ endAt: '2035-03-21T15:59:59.000Z' })],
  [
    'in the night of the contact',
    'window',
    {
      ...withSchedule({ useContactTimezone: true }),
      contacts: contacts.with(2, { ...eve, email: 'cleo@their.example', timezone: 'America/New_York' }),
    },
  ],
  ['too soon after another', 'gap', withMails(...mails.with(1, mail('19T08:00:19', 'one', 'ben', 1)))],
  [
    'one too many of an account',
    'account limit',
    withMails(...mails.with(2, mail('19T08:01:00', 'one', 'cleo', 1))),
  ],
  [
    'one too many on the account’s own day',
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
    'one too many of the ramp’s second day',
    'account limit',
    {
      ...withMails(...mails, mail('21T08:00:40', 'one', 'eve', 1), mail('21T08:01:00', 'one', 'eve', 2)),
      contacts: [...contacts, eve],
      accounts: accounts.map((account) => ({
        ...account,
        ...{ dailyLimit: 9, rampUp: { startPerDay: 2, increment: 1 } },
      })),
    },
  ],
  ['one too many of the campaign', 'campaign limit', withCampaign({ dailyLimit: 2 })],
  ['one new contact too many', 'new contacts', withCampaign({ dailyNewContactLimit: 2 })],
  ['one too many of a company', 'company', withCampaign({ maxContactsPerCompanyPerDay: 1 })],
  [
    'a second before its delay is over',
    'delay',
    withMails(...mails.with(3, mail('20T15:00:00', 'one', 'ada', 2))),
  ],
  [
    'after days that do not count',
    'delay',
    withSchedule({ windows: onSaturdays }, [
      ...mails.toSpliced(2, 1).toSpliced(-1),
      mail('22T08:00:00', 'two', 'cleo', 1),
      mail('24T10:00:00', 'two', 'cleo', 2),
    ]),
  ],
  [
    'a later step first',
    'order',
    withMails(
      ...mails.with(0, mail('19T08:00:00', 'one', 'ada', 2)).with(3, mail('21T08:00:00', 'one', 'ada', 1)),
    ),
  ],
  ['the same step again', 'twice', withMails(...mails, mail('23T08:00:00', 'two', 'cleo', 2))],
  ['another account', 'account', withMails(...mails.with(3, mail('21T08:00:40', 'two', 'ada', 2)))],
  ['a step that never came', 'missing', withMails(...mails.slice(0, -1))],
  ['somebody who was not meant', 'unknown', withMails(...mails, mail('23T08:00:00', 'two', 'eve', 1))],
  ['a text that is no step’s', 'unknown', withMails(...mails, mail('23T08:00:00', 'two', 'cleo', 3))],
  ['no end', 'end', { ...keptPromises, events: events.slice(0, -1) }],
  ['two ends', 'end', { ...keptPromises, events: [...events, event('campaign.completed', '21T16:00:31')] }],
  [
    'a mail after the end',
    'end',
    { ...keptPromises, events: events.with(-1, event('campaign.completed', '21T15:00:00')) },
  ],
  ['a contact without an end', 'contact ends', { ...keptPromises, events: events.toSpliced(6, 1) }],
  ['a mail without its event', 'sent', { ...keptPromises, events: events.slice(1) }],
  [
    'a first mail, while a follow-up was due',
    'turn',
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

test('a campaign that was carried out as it was promised has no fault', () => {
  expect(findFaults(keptPromises)).toEqual([]);
});

test.each(broken)('a mail that breaks a promise is found: %s', (_how, kind, record) => {
  expect(findFaults(record).map((fault) => fault.slice(0, fault.indexOf(':')))).toContain(kind);
});
