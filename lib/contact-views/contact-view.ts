import * as z from 'zod/mini';
import { contactFilterRules, contactFilters } from '#lib/contacts/list-filters.ts';
import { idSchema, Timestamp, trimmedText } from '#lib/values/schemas.ts';

/** Maximum views of a workspace: one page shows them all. */
export const contactViewsMax = 50;

export const ContactViewId = idSchema('cvw');

/** Without the filters that find one person: a view is not changed when a contact is erased. */
const { search: _, email: __, externalId: ___, ...viewFilters } = contactFilters;

/** The filters of a view. @public for the API document */
export const ContactViewFilter = z.strictObject(viewFilters).check(
  ...contactFilterRules(),
  z.refine((filter) => Object.keys(filter).length > 0, 'must have at least one filter'),
);

/** The body of a request that creates a view. */
export const NewContactView = z.strictObject({ name: trimmedText(100), filter: ContactViewFilter });
export type NewContactView = z.infer<typeof NewContactView>;

export const ContactView = z.strictObject({
  id: ContactViewId,
  name: z.string(),
  filter: ContactViewFilter,
  createdAt: Timestamp,
});
export type ContactView = z.infer<typeof ContactView>;
