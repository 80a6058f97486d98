import { countOf } from '../../../components/number.tsx';
import type { Campaign } from '../queries.ts';
import type { SendingPlan } from './plan-query.ts';

/** More fields are summed up. */
const namedFieldsMax = 3;

/** Such as “521 contacts, 175 without planTier, 3 unsubscribed, bounced or blocklisted”. */
export function contactsText({ counts, missingFields, ...plan }: SendingPlan, campaign: Campaign): string {
  const least = hasAllContacts(plan) ? '' : 'at least ';
  const missing =
    missingFields.length > namedFieldsMax
      ? [`${least}${countOf(counts.missingVariables, 'contact')} without a value`]
      : missingFields.map(
          ({ field, contacts }) => `${least}${contacts} without ${fieldName(field, campaign)}`,
        );
  const elsewhere =
    counts.activeElsewhere > 0 ? [`${least}${counts.activeElsewhere} in another campaign`] : [];
  const suppressed =
    counts.suppressed > 0 ? [`${least}${counts.suppressed} unsubscribed, bounced or blocklisted`] : [];

  return [`${least}${countOf(counts.contacts, 'contact')}`, ...missing, ...elsewhere, ...suppressed].join(
    ', ',
  );
}

/** The name of a merge field as the texts spell it. The API has the names of custom fields in lower case. */
export function fieldName(field: string, { steps }: Pick<Campaign, 'steps'>): string {
  const [, name] = /^custom\.(\w+)$/u.exec(field) ?? [];
  if (name === undefined) return field;

  return new RegExp(`\\bcustom\\.(${name})\\b`, 'iu').exec(JSON.stringify(steps))?.[1] ?? name;
}

/** Such as “at least 12 emails”. */
export const emailsText = ({ totalMails, ...plan }: SendingPlan): string =>
  `${hasAllContacts(plan) && hasAllEmails(plan) ? '' : 'at least '}${countOf(totalMails, 'email')}`;

type Truncation = Pick<SendingPlan, 'truncatedReasons'>;

const hasAllContacts = ({ truncatedReasons }: Truncation): boolean =>
  !truncatedReasons.includes('enrolment_in_progress') && !truncatedReasons.includes('contact_limit');
const hasAllEmails = ({ truncatedReasons }: Truncation): boolean =>
  !truncatedReasons.includes('period_limit');

/** The ends of lists need no text, because the numbers are whole. */
const reasonTexts: Readonly<Partial<Record<string, string>>> = {
  enrolment_in_progress: 'Contacts are still being enrolled. It is drawn again until it has all of them.',
  contact_limit: 'It reads the values of at most 1,000 contacts.',
  period_limit: 'It covers at most one year, and ends with the last window of the schedule.',
};

/** What the plan does not contain, one sentence for each reason. */
export const truncationTexts = ({ truncatedReasons }: Truncation): readonly string[] =>
  truncatedReasons.flatMap((reason) => reasonTexts[reason] ?? []);
