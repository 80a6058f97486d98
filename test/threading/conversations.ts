import type { MailRecord } from '../simulation/checker/record.ts';
import { settingOf } from '../simulation/settings.ts';
import { simulate } from '../simulation/simulation.ts';

/**
 * Two conversations per contact. The first has three messages. The second has two messages and a first
 * subject that looks like a reply.
 */
export const emailSteps = [
  { subject: 'Grüße aus dem Norden', thread: 'new' },
  { subject: '', thread: 'reply' },
  { subject: 'Ignored in a reply', thread: 'reply' },
  { subject: 'Re: our meeting', thread: 'new' },
  { subject: '', thread: 'reply' },
] as const;

/** The subjects of all messages, in order. */
export const subjects = [
  'Grüße aus dem Norden',
  'Re: Grüße aus dem Norden',
  'Re: Grüße aus dem Norden',
  'Re: our meeting',
  'Re: our meeting',
];

const begin = Date.parse('2035-03-19T10:00:00Z');

/** @returns the messages of each contact, in order, as the mail server received them */
export async function holdConversations(contacts: number): Promise<MailRecord[][]> {
  const steps = emailSteps.map((_, position) => ({
    mark: `This is text ${position + 1}.`,
    delay: { value: position === 0 ? 0 : 30, unit: 'minutes' as const },
    businessDaysOnly: false,
  }));
  const setting = settingOf({ contacts, accounts: 2, dailyLimit: 500, minGapSeconds: 10 }, { steps });
  const { record } = await simulate(
    { ...setting, templates: emailSteps },
    { begin, days: 3 },
    { seed: 1, doubled: 0, lost: 0 },
  );

  return [...Map.groupBy(record.mails, ({ to }) => to).values()];
}
