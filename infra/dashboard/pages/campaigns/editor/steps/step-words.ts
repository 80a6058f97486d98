import { templateTitle } from '../../template-title.ts';
import type { Step } from '../draft.ts';

type Timing = Pick<Step, 'delay' | 'businessDaysOnly'>;

/** The wait before the email at a position: `3 business days after the previous email`. */
export function timingText({ delay: { value, unit }, businessDaysOnly }: Timing, index: number): string {
  const start = index === 0 ? 'after enrolment' : 'after the previous email';
  if (value === 0) return `Immediately ${start}`;
  const unitName = value === 1 ? unit.slice(0, -1) : unit;
  const unitPrefix = businessDaysOnly && unit === 'days' ? 'business ' : '';

  return `${value} ${unitPrefix}${unitName} ${start}`;
}

/** The subject of an email in readable words: a reply has the subject of its conversation. */
export function subjectOf(steps: readonly Step[], index: number): string {
  const conversationStart = steps.findLastIndex(
    ({ thread }, position) => position <= index && thread === 'new',
  );
  const subject = templateTitle(steps[Math.max(conversationStart, 0)]?.variants[0]?.subject ?? '');

  return conversationStart === index || subject === '' ? subject : `Re: ${subject}`;
}

export const stepTitle = (steps: readonly Step[], index: number): string =>
  subjectOf(steps, index) || (index === 0 ? 'First email' : 'Follow-up');
