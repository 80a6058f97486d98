import type { BadWeek } from './bad-week.ts';
import { acceptedEmails, type Violation } from './judge.ts';

const examplesMax = 3;

/** A table of the violations by kind, with examples. */
export function describeWeek(week: BadWeek, violations: readonly Violation[]): string {
  const { size, simulated, journal, interruptions, faults } = week;
  const kinds = [...Map.groupBy(violations, ({ kind }) => kind)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
  const days = Math.round((simulated.now - week.begin) / 86_400_000);

  return [
    `seed ${size.seed}: ${size.mailboxes} mailboxes, ${size.contacts} contacts, ${size.campaigns} campaigns, ${days} days`,
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
