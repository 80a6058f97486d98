import { firstOpening, isOpen, localDate } from './local-time.ts';
import type { Rule } from './rules.ts';
import { earliestAfter, type RecognisedEmail, type RecognisedRecord } from './threads.ts';

/**
 * Slots are assigned up to 15 minutes ahead, plus the delay of messages. A follow-up that becomes due within this time
 * may come after first emails. Milliseconds.
 */
const plannedAheadMs = 17 * 60_000;

/**
 * An account must not send a first email while one of its follow-ups has been sendable for longer than
 * `plannedAheadMs`.
 */
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
      const firstEmail = (firsts.get(followUp.from) ?? []).find(
        ({ at }) => at > late && at < followUp.at && isSendable(known, followUp, at),
      );

      return firstEmail
        ? [
            `priority: first email to ${firstEmail.to}, while ${followUp.to} waited for step ${followUp.step + 1}`,
          ]
        : [];
    }),
  );
};

function readyAt(
  { record: { campaign } }: RecognisedRecord,
  before: RecognisedEmail,
  { step, zone }: RecognisedEmail,
): number {
  const { steps, schedule } = campaign;
  const next = steps[step];

  return next ? firstOpening(schedule, earliestAfter(next, before, schedule.blackoutDates), zone) : 0;
}

/** Whether the windows have been open for long enough, and the company's daily limit is not reached. */
function isSendable(
  { record, mails }: RecognisedRecord,
  { contact, zone }: RecognisedEmail,
  at: number,
): boolean {
  const { schedule, maxContactsPerCompanyPerDay } = record.campaign;
  const isWithinWindows = isOpen(schedule, at, zone) && isOpen(schedule, at - plannedAheadMs, zone);
  if (!isWithinWindows || maxContactsPerCompanyPerDay === null || contact.company === null)
    return isWithinWindows;
  const today = localDate(at, schedule.timezone);
  const served = mails.filter(
    (mail) =>
      mail.contact.company === contact.company &&
      mail.at <= at &&
      localDate(mail.at, schedule.timezone) === today,
  );

  return new Set(served.map(({ to }) => to)).size < maxContactsPerCompanyPerDay;
}
