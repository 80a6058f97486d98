import type { Execution } from '#lib/executions/execution.ts';
import { idCode } from '#lib/values/ids.ts';

/*
 * What an execution records of its single emails: the variant, and whether the email was opened or clicked. Encoded
 * compactly, because each email rewrites the item. A set of emails is a number: bit n is the email of `sentSteps[n]`. Bits are
 * computed with powers of 2, because bit operators are limited to 32 bits.
 */

/** A safe integer has 53 bits. Later emails are not distinguished: no open or click counts as the first of such an email. */
const emailsMax = 50;

/**
 * Whether a new event of a step's email is the first of its kind for that email.
 * @param emails set of the emails that already have such an event
 */
export function isFirstOfEmail(execution: Execution, emails: number | undefined, stepId: string): boolean {
  const position = emailPositionOf(execution, stepId);

  return position < emailsMax && !hasEmail(emails, position);
}

/** The set with the email of a step. */
export function withEmail(execution: Execution, emails: number | undefined, stepId: string): number {
  const position = emailPositionOf(execution, stepId);

  return (emails ?? 0) + (position < emailsMax && !hasEmail(emails, position) ? 2 ** position : 0);
}

/** The set without the email of a step. */
export function withoutEmail(execution: Execution, emails: number | undefined, stepId: string): number {
  const position = emailPositionOf(execution, stepId);

  return (emails ?? 0) - (hasEmail(emails, position) ? 2 ** position : 0);
}

/** Position of a step's email in `sentSteps`; for an email that is not recorded as sent yet, its future position. */
export function emailPositionOf({ sentSteps }: Pick<Execution, 'sentSteps'>, stepId: string): number {
  const position = sentSteps.indexOf(stepId);

  return position === -1 ? sentSteps.length : position;
}

function hasEmail(emails: number | undefined, position: number): boolean {
  return Math.floor((emails ?? 0) / 2 ** position) % 2 === 1;
}

/** `idCode` of the variant that was sent for a step; undefined if it is not known. */
export function sentVariantOf(execution: Execution, stepId: string): string | undefined {
  const code = execution.sentVariants?.[execution.sentSteps.indexOf(stepId)];

  return code === '' ? undefined : code;
}

/** `sentVariants` after another email was sent. */
export function withSentVariant(
  { sentSteps, sentVariants = [] }: Pick<Execution, 'sentSteps' | 'sentVariants'>,
  variantId: string,
): string[] {
  return [...sentSteps.map((_, position) => sentVariants[position] ?? ''), idCode(variantId)];
}
