import { letterOf } from './editor/field-names.ts';
import type { Campaign, EmailAccount } from './queries.ts';
import { templateTitle } from './template-title.ts';

const subjectLengthMax = 60;

/** Short names of the days, in the order of the week. */
const dayNames: Readonly<Record<string, string>> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri'];

/** Such as “Every day”, “Mon–Fri” and “Mon, Wed”. */
function daysText(days: readonly string[]): string {
  const ordered = Object.keys(dayNames).filter((day) => days.includes(day));
  if (ordered.length === 7) return 'Every day';
  if (ordered.join() === weekdays.join()) return 'Mon–Fri';

  return ordered.map((day) => dayNames[day]).join(', ');
}

/** As the browser shows the time in a field. */
const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'short', timeZone: 'UTC' });

/** Such as “Mon–Fri 09:00–17:00”, or with 12 hours where the browser's fields have 12 hours. */
export function windowText({ days, from, to }: Campaign['schedule']['windows'][number]): string {
  const timeText = (time: string): string => timeFormat.format(new Date(`1970-01-01T${time}Z`));

  return `${daysText(days)} ${timeText(from)}–${timeText(to)}`;
}

type StopRules = Pick<
  Campaign,
  'stopOnReply' | 'stopCompanyOnReply' | 'stopOnClick' | 'stopOnAutoReply' | 'honourOptOutReplies'
>;

/** What ends the sequence of a contact: “a reply, an unsubscribe by link, a hard bounce”. */
export function stopText(rules: StopRules): string {
  const reasons = [
    rules.stopOnReply && 'a reply',
    rules.stopCompanyOnReply && 'a reply from a colleague',
    rules.stopOnClick && 'a click',
    rules.stopOnAutoReply && 'an automatic reply',
    rules.honourOptOutReplies ? 'an unsubscribe by link or reply' : 'an unsubscribe by link',
    'a hard bounce',
  ];

  return reasons.filter(Boolean).join(', ');
}

/** “Step 2”, by the position in the sequence; “Deleted step” if the campaign does not have the step. */
export function stepLabel({ steps }: Campaign, stepId: string | null): string {
  const index = steps.findIndex(({ id }) => id === stepId);

  return index === -1 ? 'Deleted step' : `Step ${index + 1}`;
}

/** The shortened subject of the first variant; a fixed text for a reply or an empty subject; empty for a deleted step. */
export function stepSubject({ steps }: Campaign, stepId: string | null): string {
  const step = steps.find(({ id }) => id === stepId);
  if (!step) return '';
  const subject = templateTitle(step.variants[0]?.subject ?? '');
  // A first variant without a subject replies in the thread, too.
  if (step.thread === 'reply' || subject === '') return 'Reply in the same thread';

  return subject.length > subjectLengthMax ? `${subject.slice(0, subjectLengthMax)}…` : subject;
}

/** Options for selecting a step. */
export const stepOptions = (campaign: Campaign) =>
  campaign.steps.map(({ id }) => ({
    value: id,
    label: `${stepLabel(campaign, id)}: ${stepSubject(campaign, id)}`,
  }));

/** “A”, “B” …, by the position in the step; undefined for a deleted variant. */
export function variantLetter({ steps }: Campaign, variantId: string | null): string | undefined {
  const step = steps.find(({ variants }) => variants.some(({ id }) => id === variantId));

  return step && letterOf(step.variants.findIndex(({ id }) => id === variantId));
}

/** The letter of the variant; undefined if its step has a single variant. */
export function testedVariantLetter(campaign: Campaign, stepId: string | null, variantId: string | null) {
  const step = campaign.steps.find(({ id }) => id === stepId);

  return step && step.variants.length > 1 ? variantLetter(campaign, variantId) : undefined;
}

export const accountAddress = (accounts: readonly EmailAccount[], id: string | null): string =>
  accounts.find((account) => account.id === id)?.email ?? 'Deleted account';
