import { parseTemplate } from '#lib/emails/rendering/template.ts';
import type { Campaign, Recipient } from '../queries.ts';

type Step = Campaign['steps'][number];

/** Every contact and every account has them. */
const alwaysKnown: ReadonlySet<string> = new Set(['email', 'sender.name', 'sender.email', 'unsubscribeUrl']);

const listFormat = new Intl.ListFormat('en', { type: 'disjunction' });

/** Which value the next email requires. The service does not store the field, so several fields without a default are listed. */
export function missingValueText(
  { execution: { nextStepId }, nextVariantId, ...contact }: Recipient,
  { steps }: Pick<Campaign, 'steps'>,
): string {
  const step = steps.find(({ id }) => id === nextStepId);
  const variants = step?.variants.filter(({ id }) => nextVariantId === null || id === nextVariantId) ?? [];
  const fields = [...new Set(variants.flatMap(requiredFields))].filter(
    (name) => !(name === 'firstName' && contact.firstName) && !(name === 'lastName' && contact.lastName),
  );
  const value =
    fields.length > 0 ? `a value for ${listFormat.format(fields)}` : 'a value that the text requires';

  return `The contact lacks ${value}. Add the value: the sequence then continues without a further action.`;
}

/** The merge fields without a default, as the service names them. */
const requiredFields = ({ subject, bodyHtml, bodyText }: Step['variants'][number]): readonly string[] =>
  [
    parseTemplate(subject, 'text'),
    parseTemplate(bodyHtml ?? '', 'html'),
    parseTemplate(bodyText ?? '', 'text'),
  ]
    .flatMap(({ pieces }) => pieces)
    .flatMap((piece) => (piece.kind === 'field' && piece.fallback === undefined ? [piece.name] : []))
    .filter((name) => !alwaysKnown.has(name));
