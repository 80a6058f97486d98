import { requiredFields, usedTexts } from '#lib/emails/rendering/email-texts.ts';
import type { Campaign, Recipient } from '../queries.ts';

/** Every contact and every account has them. */
const alwaysKnown: ReadonlySet<string> = new Set(['email', 'sender.name', 'sender.email', 'unsubscribeUrl']);

const listFormat = new Intl.ListFormat('en', { type: 'disjunction' });

/** Which value the next email requires. The service does not store the field, so several fields without a default are listed. */
export function missingValueText(
  { execution: { nextStepId }, nextVariantId, ...contact }: Recipient,
  { steps, plainTextOnly }: Pick<Campaign, 'steps' | 'plainTextOnly'>,
): string {
  const step = steps.find(({ id }) => id === nextStepId);
  const variants = step?.variants.filter(({ id }) => nextVariantId === null || id === nextVariantId) ?? [];
  const settings = { isReply: step?.thread === 'reply', plainTextOnly };
  const required = variants.flatMap((variant) => requiredFields(usedTexts(variant, settings)));
  const fields = [...new Set(required)].filter(
    (name) =>
      !alwaysKnown.has(name) &&
      !(name === 'firstName' && contact.firstName) &&
      !(name === 'lastName' && contact.lastName),
  );
  const value =
    fields.length > 0 ? `a value for ${listFormat.format(fields)}` : 'a value that the text requires';

  return `The contact lacks ${value}. Add the value: the sequence then continues without a further action.`;
}
