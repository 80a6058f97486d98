import { isOpen, localDate, localTime } from './local-time.ts';
import type { AccountRecord } from './record.ts';
import { earliestAfter, type RecognisedEmail, type RecognisedRecord } from './threads.ts';

/** Returns one message for each violation, prefixed with its kind. */
export type Rule = (known: RecognisedRecord) => string[];

const describe = ({ at, from, to, step }: Pick<RecognisedEmail, 'at' | 'from' | 'to' | 'step'>) =>
  `step ${step + 1} to ${to} from ${from} at ${new Date(at).toISOString()}`;

export const known: Rule = ({ unrecognised }) =>
  unrecognised.map(({ from, to }) => `unknown: email from ${from} to ${to}`);

export const windows: Rule = ({ record, mails }) =>
  mails
    .filter(({ at, zone }) => !isOpen(record.campaign.schedule, at, zone))
    .map((mail) => `window: ${describe(mail)}, local time ${localTime(mail.at, mail.zone)} in ${mail.zone}`);

export const gaps: Rule = ({ mails }) =>
  [...Map.groupBy(mails, ({ from }) => from).values()].flatMap((own) =>
    own.flatMap((mail, position) => {
      const before = own[position - 1];

      return before && mail.at - before.at < mail.account.minGapSeconds * 1000
        ? [`gap: ${describe(mail)}, ${mail.at - before.at} ms after the previous email`]
        : [];
    }),
  );

export const accountDays: Rule = ({ mails }) =>
  [...Map.groupBy(mails, ({ account }) => account)].flatMap(([account, own]) =>
    perDay(own, ({ at }) => localDate(at, account.timezone)).flatMap(([day, ofDay], daysBefore) => {
      const limit = limitAfter(account, daysBefore);

      return ofDay.length > limit
        ? [`account limit: ${ofDay.length} emails from ${account.email} on ${day}, limit ${limit}`]
        : [];
    }),
  );

/** A ramp-up increases with each day on which the account has sent. */
function limitAfter({ dailyLimit, rampUp }: AccountRecord, daysBefore: number): number {
  return rampUp ? Math.min(dailyLimit, rampUp.startPerDay + rampUp.increment * daysBefore) : dailyLimit;
}

export const campaignDays: Rule = ({ record: { campaign }, mails }) => {
  const { dailyLimit, dailyNewContactLimit, schedule } = campaign;
  const days = perDay(mails, ({ at }) => localDate(at, schedule.timezone));

  return days.flatMap(([day, own]) => {
    const firsts = own.filter(({ step }) => step === 0).length;

    return [
      ...(own.length > (dailyLimit ?? Number.POSITIVE_INFINITY)
        ? [`campaign limit: ${own.length} emails on ${day}, limit ${dailyLimit}`]
        : []),
      ...(firsts > (dailyNewContactLimit ?? Number.POSITIVE_INFINITY)
        ? [`new contacts: ${firsts} on ${day}, limit ${dailyNewContactLimit}`]
        : []),
    ];
  });
};

export const companyDays: Rule = ({ record: { campaign }, mails }) => {
  const max = campaign.maxContactsPerCompanyPerDay ?? Number.POSITIVE_INFINITY;
  const ofCompanies = mails.filter(({ contact }) => contact.company !== null);
  const dayOf = ({ at, contact }: RecognisedEmail) =>
    `${contact.company} ${localDate(at, campaign.schedule.timezone)}`;

  return perDay(ofCompanies, dayOf).flatMap(([day, own]) => {
    const contacts = new Set(own.map(({ to }) => to)).size;

    return contacts > max ? [`company: ${contacts} contacts of ${day}, limit ${max}`] : [];
  });
};

export const delays: Rule = ({ record: { campaign }, threads }) =>
  threads.flatMap((thread) =>
    thread.flatMap((mail, position) => {
      const before = thread[position - 1];
      const step = campaign.steps[mail.step];
      if (!before || !step) return [];
      const earliest = earliestAfter(step, before, campaign.schedule.blackoutDates);

      return localTime(mail.at, mail.zone) < earliest
        ? [`delay: ${describe(mail)}, earliest ${earliest} in ${mail.zone}`]
        : [];
    }),
  );

export const order: Rule = ({ threads }) =>
  threads.flatMap((thread) =>
    thread
      .filter(({ step }, position) => step < (thread[position - 1]?.step ?? -1))
      .map((mail) => `order: ${describe(mail)}, after a later step`),
  );

export const noDuplicates: Rule = ({ threads }) =>
  threads.flatMap((thread) =>
    [...Map.groupBy(thread, ({ step }) => step).values()].flatMap(([mail, ...more]) =>
      mail && more.length > 0 ? [`duplicate: ${describe(mail)}, and ${more.length} more`] : [],
    ),
  );

export const oneAccount: Rule = ({ threads }) =>
  threads.flatMap((thread) =>
    thread
      .filter(({ from }) => from !== thread[0]?.from)
      .map((mail) => `account: ${describe(mail)}, first email from ${thread[0]?.from}`),
  );

export const completeness: Rule = ({ record, threads }) =>
  threads.flatMap((thread, position) => {
    const missing = record.campaign.steps.filter((_, step) => !thread.some((mail) => mail.step === step));

    return missing.map(({ mark }) => `missing: ${mark} to ${record.contacts[position]?.email}`);
  });

export const completion: Rule = ({ record: { events, contacts }, mails }) => {
  const ofKind = (kind: string) => events.filter(({ type }) => type === kind);
  const ends = ofKind('campaign.completed');
  const contactEnds = ofKind('campaign.contact_completed').length;
  const lastAt = mails.at(-1)?.at ?? 0;

  return [
    ...(ends.length === 1 ? [] : [`end: ${ends.length} campaign.completed events`]),
    ...ends.filter(({ at }) => at < lastAt).map(() => 'end: emails after campaign.completed'),
    ...(contactEnds === contacts.length ? [] : [`contact ends: ${contactEnds} of ${contacts.length}`]),
    ...(ofKind('email.sent').length === mails.length
      ? []
      : [`sent: ${ofKind('email.sent').length} events for ${mails.length} emails`]),
  ];
};

function perDay(
  mails: readonly RecognisedEmail[],
  dayOf: (mail: RecognisedEmail) => string,
): [string, RecognisedEmail[]][] {
  return [...Map.groupBy(mails, dayOf)];
}
