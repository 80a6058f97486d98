import { serviceNow } from '../../../../api/clock.ts';
import type { FieldErrors } from '../../../../components/form/validate.ts';
import type { ContactCount } from '../../../contacts/queries.ts';
import { gapsOf, gapsText } from '../../plan/gaps.ts';
import type { Campaign, EmailAccount } from '../../queries.ts';
import type { Draft } from '../draft.ts';
import { letterOf } from '../field-names.ts';
import { type SectionId, sectionOf } from '../section-ids.ts';

export interface Requirement {
  readonly section: SectionId;
  readonly label: string;
  /** What is missing; undefined if the requirement is met. */
  readonly missing: string | undefined;
  /** What may be a mistake. It does not prevent the start. */
  readonly doubt?: string | undefined;
}

/** What a campaign needs before it can start, in the order of the sections. */
export function requirementsOf(
  draft: Draft,
  { stats }: Campaign,
  accounts: readonly EmailAccount[],
  audienceCount: ContactCount | undefined,
  errors: FieldErrors,
): readonly Requirement[] {
  const { emailAccountIds, audience, continuous, addContactIds } = draft;
  const gaps = gapsOf(draft);
  const canSend = accounts.some(
    ({ id, status, dailyLimit }) => emailAccountIds.includes(id) && status === 'connected' && dailyLimit > 0,
  );
  const hasChosenContacts = stats.contacts > 0 || addContactIds.length > 0 || continuous;
  const isAudienceEmpty = audience !== null && audienceCount?.count === 0;
  const missingContacts =
    audience === null
      ? 'Add contacts, or choose tags or companies.'
      : 'No contact matches the tags and companies.';

  const requirements: readonly Requirement[] = [
    {
      section: 'emails',
      label: 'Emails with texts and subjects',
      missing: missingText(draft),
      doubt: gaps.length > 0 ? `Texts in square brackets are not replaced. ${gapsText(gaps)}` : undefined,
    },
    {
      section: 'audience',
      label: 'Contacts',
      missing: hasChosenContacts || (audience && !isAudienceEmpty) ? undefined : missingContacts,
    },
    {
      section: 'accounts',
      label: 'An account that can send',
      missing: canSend ? undefined : 'Choose a connected account with a daily limit above 0.',
    },
    { section: 'schedule', label: 'Sending windows ahead', missing: missingWindow(draft) },
  ];

  return requirements.map(({ missing, ...requirement }) => ({
    ...requirement,
    missing: missing ?? errorIn(requirement.section, errors),
  }));
}

/** The saved campaign would not have the text that the page shows. */
const errorIn = (section: SectionId, errors: FieldErrors): string | undefined =>
  Object.keys(errors).some((path) => sectionOf(path) === section)
    ? 'A field needs a change before it can be saved.'
    : undefined;

/** The first email without an enabled variant, a text or a subject; undefined if all emails are complete. */
function missingText({ steps }: Draft): string | undefined {
  for (const [index, { variants, thread }] of steps.entries()) {
    const enabledVariants = variants.filter(({ enabled }) => enabled);
    const variantName = (variant: (typeof variants)[number]): string =>
      variants.length > 1
        ? `Email ${index + 1}, variant ${letterOf(variants.indexOf(variant))}`
        : `Email ${index + 1}`;
    if (enabledVariants.length === 0) return `Email ${index + 1} has no variant that is used.`;
    // The API accepts a step only if its disabled variants have a text, too.
    const withoutText = variants.find(({ bodyHtml, bodyText }) => !bodyHtml && !bodyText);
    if (withoutText) return `${variantName(withoutText)} has no text.`;
    const withoutSubject =
      thread === 'new' ? enabledVariants.find(({ subject }) => subject.trim() === '') : undefined;
    if (withoutSubject) return `${variantName(withoutSubject)} has no subject.`;
  }

  return undefined;
}

/** Checks only the end date. The service checks the windows when the campaign starts. */
function missingWindow({ schedule: { endAt } }: Draft): string | undefined {
  return endAt !== null && Date.parse(endAt) <= serviceNow()
    ? 'The end of the campaign has passed.'
    : undefined;
}
