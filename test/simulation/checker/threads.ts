import { addDays, localTime, weekdayOf } from './local-time.ts';
import type { AccountRecord, CampaignRecord, ContactRecord, MailRecord, StepRecord } from './record.ts';

/** An email with its contact, account and step. */
export interface RecognisedEmail extends MailRecord {
  readonly contact: ContactRecord;
  readonly account: AccountRecord;
  /** Zero-based index. */
  readonly step: number;
  /** Time zone of its windows and delays. */
  readonly zone: string;
}

/** The emails to a contact, ordered by time. */
type Thread = readonly RecognisedEmail[];

export interface RecognisedRecord {
  readonly record: CampaignRecord;
  /** Ordered by time. */
  readonly mails: readonly RecognisedEmail[];
  /** One for each contact, also if it is empty. */
  readonly threads: readonly Thread[];
  /** Emails with an unknown contact, account or text. */
  readonly unrecognised: readonly MailRecord[];
}

export function recognise(record: CampaignRecord): RecognisedRecord {
  const contacts = new Map(record.contacts.map((contact) => [contact.email, contact]));
  const accounts = new Map(record.accounts.map((account) => [account.email, account]));
  const { schedule, steps } = record.campaign;
  const unrecognised: MailRecord[] = [];
  const mails = record.mails
    .toSorted((one, other) => one.at - other.at)
    .flatMap((mail) => {
      const contact = contacts.get(mail.to);
      const account = accounts.get(mail.from);
      const step = steps.findIndex(({ mark }) => mail.text.includes(mark));
      if (contact && account && step >= 0) {
        const zone = (schedule.useContactTimezone ? contact.timezone : null) ?? schedule.timezone;

        return [{ ...mail, contact, account, step, zone }];
      }
      unrecognised.push(mail);

      return [];
    });
  const byContact = Map.groupBy(mails, ({ contact }) => contact.email);

  return {
    record,
    mails,
    unrecognised,
    threads: record.contacts.map(({ email }) => byContact.get(email) ?? []),
  };
}

/** The earliest local time for the email of a step after the previous email. */
export function earliestAfter(
  { delay: { value, unit }, businessDaysOnly }: StepRecord,
  { at, zone }: Pick<RecognisedEmail, 'at' | 'zone'>,
  blackoutDates: readonly string[],
): string {
  const isBusinessDay = (date: string) =>
    !businessDaysOnly || !(['sat', 'sun'].includes(weekdayOf(date)) || blackoutDates.includes(date));
  if (unit !== 'days') return localTime(at + value * (unit === 'hours' ? 3_600_000 : 60_000), zone);
  let [date = '', time = ''] = localTime(at, zone).split(' ');
  for (let left = value; left > 0; left--) {
    do date = addDays(date, 1);
    while (!isBusinessDay(date));
  }

  return `${date} ${time}`;
}
