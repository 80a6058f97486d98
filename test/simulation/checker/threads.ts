import { addDays, localTime, weekdayOf } from './local-time.ts';
import type { AccountRecord, CampaignRecord, ContactRecord, MailRecord, StepRecord } from './record.ts';

/** A mail with all that is to be known of it. */
export interface KnownMail extends MailRecord {
  readonly contact: ContactRecord;
  readonly account: AccountRecord;
  /** From 0. */
  readonly step: number;
  /** Whose clock counts for its windows and its days. */
  readonly zone: string;
}

/** The mails of a contact in their order. */
type Thread = readonly KnownMail[];

export interface Known {
  readonly record: CampaignRecord;
  /** In order of time. */
  readonly mails: readonly KnownMail[];
  /** One for each contact, empty ones too. */
  readonly threads: readonly Thread[];
  /** Mails that nobody can have meant. */
  readonly strange: readonly MailRecord[];
}

export function recognise(record: CampaignRecord): Known {
  const contacts = new Map(record.contacts.map((contact) => [contact.email, contact]));
  const accounts = new Map(record.accounts.map((account) => [account.email, account]));
  const { schedule, steps } = record.campaign;
  const strange: MailRecord[] = [];
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
      strange.push(mail);

      return [];
    });
  const byContact = Map.groupBy(mails, ({ contact }) => contact.email);

  return { record, mails, strange, threads: record.contacts.map(({ email }) => byContact.get(email) ?? []) };
}

/** From when on the mail of a step may follow another, as the clocks show it that count for them. */
export function earliestAfter(
  { delay: { value, unit }, businessDaysOnly }: StepRecord,
  { at, zone }: Pick<KnownMail, 'at' | 'zone'>,
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
