import { firstOpening, isOpen, localDate } from './local-time.ts';
import type { Rule } from './rules.ts';
import { earliestAfter, type Known, type KnownMail } from './threads.ts';

/**
 * Mails get their moments up to a quarter of an hour ahead, and their calls take their time: whoever becomes due meanwhile
 * comes after those. Milliseconds.
 */
const plannedAheadMs = 17 * 60_000;

/** No first mail leaves an account while a follow-up of it has been due, and possible, for longer than plans go ahead. */
export const followUpsFirst: Rule = (known) => {
  const { record, threads, mails } = known;
  if (record.campaign.prioritizeNewContacts) return [];
  const firsts = Map.groupBy(
    mails.filter(({ step }) => step === 0),
    ({ from }) => from,
  );

  return threads.flatMap((thread) =>
    thread.slice(1).flatMap((followUp, position) => {
      const before = thread[position];
      if (!before) return [];
      const late = readyAt(known, before, followUp) + plannedAheadMs;
      const preferred = (firsts.get(followUp.from) ?? []).find(
        ({ at }) => at > late && at < followUp.at && couldLeave(known, followUp, at),
      );

      return preferred
        ? [
            `turn: ${preferred.to} had a first mail, while ${followUp.to} waited for step ${followUp.step + 1}`,
          ]
        : [];
    }),
  );
};

function readyAt({ record: { campaign } }: Known, before: KnownMail, { step, zone }: KnownMail): number {
  const { steps, schedule } = campaign;
  const next = steps[step];

  return next ? firstOpening(schedule, earliestAfter(next, before, schedule.blackoutDates), zone) : 0;
}

/** Its windows have been open for long enough, and its company has room. */
function couldLeave({ record, mails }: Known, { contact, zone }: KnownMail, at: number): boolean {
  const { schedule, maxContactsPerCompanyPerDay } = record.campaign;
  const isInReach = isOpen(schedule, at, zone) && isOpen(schedule, at - plannedAheadMs, zone);
  if (!isInReach || maxContactsPerCompanyPerDay === null || contact.company === null) return isInReach;
  const today = localDate(at, schedule.timezone);
  const served = mails.filter(
    (mail) =>
      mail.contact.company === contact.company &&
      mail.at <= at &&
      localDate(mail.at, schedule.timezone) === today,
  );

  return new Set(served.map(({ to }) => to)).size < maxContactsPerCompanyPerDay;
}
