import { hash } from 'node:crypto';
import type { BadWeek } from './bad-week.ts';
import type { Journal } from './journal.ts';
import { acceptedEmails, type Violation } from './judge.ts';

const examplesMax = 3;

/** Equal for two runs that sent the same emails at the same times. */
function digestOf({ emails }: Journal): string {
  const lines = emails.map(({ at, mailbox, to, step, isAccepted }) =>
    [at, mailbox, to, step, isAccepted].join(),
  );

  return hash('sha256', lines.join('\n')).slice(0, 16);
}

/** A table of the violations by kind, with examples. */
export function describeWeek(week: BadWeek, violations: readonly Violation[]): string {
  const { size, simulated, journal, interruptions, faults } = week;
  const kinds = [...Map.groupBy(violations, ({ kind }) => kind)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const days = Math.round((simulated.now - week.begin) / 86_400_000);

  return [
    `seed ${size.seed}: ${size.mailboxes} mailboxes, ${size.contacts} contacts, ${size.campaigns} campaigns, ${days} days`,
    `digest ${digestOf(journal)}`,
    `${acceptedEmails(journal.emails).length} emails accepted, ${journal.refusals.length} refused, ` +
      `${journal.reactions.length} reactions, ${interruptions.log.length} interruptions, ` +
      `${simulated.deadLetters.length} dead letters, calls ${JSON.stringify(simulated.calls)}`,
    ...[...faults].map(([address, names]) => `${address}: ${names.join(', ')}`),
    `${violations.length} violations of ${kinds.length} kinds`,
    ...kinds.flatMap(([kind, all]) => [
      `${String(all.length).padStart(5)}  ${kind}`,
      ...all.slice(0, examplesMax).map(({ text }) => `         ${text}`),
    ]),
  ].join('\n');
}
