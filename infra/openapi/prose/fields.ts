import type { Schema } from '#lib/docs/openapi-document.ts';
import { accountTexts } from './account-fields.ts';
import { campaignTexts } from './campaign-fields.ts';
import { contactTexts } from './contact-fields.ts';
import { eventTexts } from './event-fields.ts';
import { queryTexts } from './query-fields.ts';

/** What means the same wherever it stands. */
const commonTexts: Readonly<Record<string, string>> = {
  id: 'Opaque id, given by the service; ids of one kind sort by time of creation.',
  createdAt: 'When it was created. Set by the service.',
  updatedAt: 'When it was last changed. Set by the service.',
  data: 'The elements of this page.',
  nextCursor: 'Leads to the next page; `null` on the last one.',
  hasMore: 'Whether there is a next page: whether `nextCursor` is not `null`.',
  customFields:
    'Fields of your own: names of letters, digits and underscores that begin with a letter, values that are text of up to 1,000 characters, numbers, booleans or `null`. Templates reach them as `{{custom.name}}`. In a PATCH all of them are replaced.',
  enrolment: 'What became of the contacts that were to be enrolled by this request.',
  enrolled: 'How many are being enrolled, or continue.',
  notEnrolled: 'Those who were asked for and may not enter, each with the reason.',
  notEnrolledTruncated: 'Whether there are more of them than are listed.',
  'health get.status': 'The service answers.',
  'docs openapi.openapi': 'Version of OpenAPI.',
};

/**
 * What fields mean. These texts stand here and not in the schemas, because functions carry those. Keys are looked up from
 * the particular to the general, see `textKeysOf` in `../fields.ts`.
 */
export const fieldTexts: Readonly<Record<string, string>> = {
  ...commonTexts,
  ...campaignTexts,
  ...contactTexts,
  ...accountTexts,
  ...eventTexts,
  ...queryTexts,
};

/** What the code checks and zod cannot tell, by the same keys. */
export const fieldKeywords: Readonly<Record<string, Schema>> = {
  EmailAddress: { format: 'idn-email' },
  Country: { maxLength: 2 },
  'windows.from': { maxLength: 5 },
  'windows.to': { maxLength: 5 },
  'Webhook.url': { format: 'uri' },
};
