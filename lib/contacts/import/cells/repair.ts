import { NewContact } from '#lib/contacts/contact.ts';
import type { CustomFieldSet } from '#lib/contacts/import/cells/custom-fields.ts';
import type { CellNote } from '#lib/contacts/import/cells/notes.ts';
import { isPlausible } from '#lib/contacts/import/cells/plausible.ts';
import { cutText, cuttableFields, recogniseValue } from '#lib/contacts/import/cells/values.ts';
import { isCountry } from '#lib/values/profile.ts';

/** The cells of a row by their fields, before they are checked. */
export interface RowDraft {
  readonly values: Record<string, string>;
  readonly tags: readonly string[];
  readonly custom: CustomFieldSet;
  /** A file of this service has only values that a field can have. */
  readonly isOwn: boolean;
  /** Records what was done with a field or custom field. */
  readonly note: (field: string, note: CellNote) => void;
}

interface Issue {
  readonly code?: string | undefined;
  readonly maximum?: unknown;
}

const tagsMax = 50;
const tagLengthMax = 50;
const customValueLengthMax = 1000;

/** A value is recognised, then cut, then omitted; each step makes another check. */
const checksMax = 5;

/** The contact of a draft with a valid address. Values that the schema rejects are repaired or omitted. */
export function repairDraft({ tags, ...draft }: RowDraft, email: string): NewContact {
  const { values, custom, isOwn, note } = draft;
  const isCut = tags.some(({ length }) => length > tagLengthMax);
  const cutTags = [...new Set(isCut ? tags.map((tag) => cutText(tag, tagLengthMax)) : tags)];
  if (isCut) note('tags', 'cut');
  if (cutTags.length > tagsMax) note('tags', 'overfull');
  for (const [name, value] of Object.entries(custom.values)) {
    if (typeof value !== 'string' || value.length <= customValueLengthMax) continue;
    custom.values[name] = cutText(value, customValueLengthMax);
    note(name, 'cut');
  }
  const recognised = new Set<string>();
  for (let checks = 1; ; checks++) {
    const input = { ...values, email, tags: cutTags.slice(0, tagsMax), customFields: custom.values };
    const result = NewContact.safeParse(input);
    const issues = new Map(
      result.error?.issues.map((issue): [string, Issue] => [String(issue.path[0]), issue]),
    );
    for (const [field, value] of isOwn ? [] : Object.entries(values))
      if (!(issues.has(field) || isPlausible(field, value))) issues.set(field, { code: 'custom' });
    if (result.data && issues.size === 0) return result.data;
    if (checks === checksMax) throw result.error ?? new Error('a value is not repaired');
    for (const [field, issue] of issues) repairField(draft, field, issue, recognised);
  }
}

function repairField(
  { values, custom, note }: Pick<RowDraft, 'values' | 'custom' | 'note'>,
  field: string,
  issue: Issue,
  recognised: Set<string>,
): void {
  const value = values[field];
  if (value === undefined) return;
  const other = recognised.has(field) ? undefined : recogniseValue(field, value);
  recognised.add(field);
  if (issue.code === 'too_big' && cuttableFields.has(field)) {
    values[field] = cutText(value, Number(issue.maximum));
    note(field, 'cut');
  } else if (other !== undefined && other !== '' && other !== value) {
    // The full list of phone numbers is kept.
    values[field] = other;
    note(field, 'rewritten');
  } else {
    delete values[field];
    const isKept =
      !Object.hasOwn(custom.values, field) && custom.set(field, cutText(value, customValueLengthMax));
    note(field, isKept ? 'custom' : 'omitted');
  }
}

const codeLength = 2;

/** A country that is not a code is also kept as a custom field, as it is written. */
export function readCountry(values: Record<string, string>, keep: (name: string) => void): void {
  const { country } = values;
  if (country === undefined) return;
  const isKnown = isCountry(country);
  if (!isKnown || country.length > codeLength) keep(country);
  if (!isKnown) delete values['country'];
}
