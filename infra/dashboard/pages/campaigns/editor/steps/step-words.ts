import type { Step } from '../draft.ts';

/** The wait before an email: `3 business days later`. */
export function timingOf({ delay: { value, unit }, businessDaysOnly }: Step): string {
  if (value === 0) return 'Immediately after the previous email';
  const amount = `${value} ${businessDaysOnly && unit === 'days' ? 'business ' : ''}${value === 1 ? unit.slice(0, -1) : unit}`;

  return `${amount} after the previous email`;
}

/** The subject of an email as the recipient sees it: a reply has the subject of its conversation. */
export function subjectOf(steps: readonly Step[], index: number): string {
  const first = steps.findLastIndex(({ thread }, position) => position <= index && thread === 'new');
  const subject = steps[Math.max(first, 0)]?.variants[0]?.subject ?? '';

  return first === index || subject === '' ? subject : `Re: ${subject}`;
}

export const summaryOf = (steps: readonly Step[], index: number): string =>
  subjectOf(steps, index) || (index === 0 ? 'First email' : 'Follow-up');
