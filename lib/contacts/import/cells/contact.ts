import type { NewContact } from '#lib/contacts/contact.ts';
import { describeOddCharacter, findAddress, isAddressCell } from '#lib/contacts/import/cells/address.ts';
import {
  addJsonFields,
  type CustomFieldSet,
  createCustomFields,
} from '#lib/contacts/import/cells/custom-fields.ts';
import { type CellNotes, createCellNotes } from '#lib/contacts/import/cells/notes.ts';
import { isOwnExport } from '#lib/contacts/import/cells/own-export.ts';
import { type RowDraft, readCountry, repairDraft } from '#lib/contacts/import/cells/repair.ts';
import { certainCells, findShiftedSuppression } from '#lib/contacts/import/cells/shifted-row.ts';
import { findSuppression, type ImportedSuppression } from '#lib/contacts/import/cells/suppression.ts';
import { cleanCell, isLinkedInProfile, isPlaceholder, readTags } from '#lib/contacts/import/cells/values.ts';
import type { MappedColumns } from '#lib/contacts/import/csv-columns.ts';
import type { ContactColumn } from '#lib/contacts/import/csv-mapping.ts';

/** The contact of a row, or the reason why the row has none. */
type ReadContact =
  | { readonly contact: NewContact; readonly suppressedAs?: ImportedSuppression }
  | { readonly field: string | null; readonly reason: string };

export interface ContactReader {
  read(cells: readonly string[]): ReadContact;
  /** Reads a row with cells that may not be in their columns. Undefined without a certain address. */
  readShifted(cells: readonly string[]): ReadContact | undefined;
  /** The cell with the address. */
  emailOf(cells: readonly string[]): string | null;
  /** What was done with cells of the rows that were read. */
  warnings(): readonly string[];
}

/**
 * Reads rows as contacts. An address is enough: any other cell that is not valid is recognised, cut, kept as a custom field or
 * omitted, with a warning.
 * @param tags added to each contact
 */
export function createContactReader(
  header: readonly string[],
  mapped: MappedColumns,
  tags: readonly string[],
): ContactReader {
  const notes = createCellNotes(header);
  const plan = planReading(header, mapped, notes);
  const emailOf = (cells: readonly string[]) =>
    plan.email.map((index) => cleanCell(cells[index])).find((cell) => cell !== '') ?? null;

  const read = (cells: readonly string[], suppression = findSuppression(mapped.suppression, cells)) => {
    const address = findEmail(cells, plan);
    if (address === undefined) return refusal(emailOf(cells));
    const draft = readDraft(cells, plan);
    const contact = repairDraft({ ...draft, tags: [...tags, ...draft.tags] }, address);
    if (suppression) notes.add(suppression.index, 'suppressed');

    return { contact, ...(suppression && { suppressedAs: suppression.status }) };
  };

  return {
    emailOf,
    warnings: notes.warnings,
    read: (cells) => read(cells),
    readShifted(cells) {
      const isAddress = (cell: string) => isAddressCell(cleanCell(cell));
      const certain = certainCells(cells, header.length, plan.email, isAddress);

      return (
        certain &&
        read(
          certain,
          findSuppression(mapped.suppression, certain) ??
            findShiftedSuppression(mapped.suppression, cells, header.length),
        )
      );
    },
  };
}

/** The columns by what is read from them. The columns of a field are in order of preference. */
interface ReadingPlan {
  readonly email: readonly number[];
  /** Whether the file is an export of this service, in which all values are exact. */
  readonly isOwn: boolean;
  readonly fields: readonly (readonly [ContactColumn, readonly number[]])[];
  readonly json: readonly number[];
  readonly custom: readonly { readonly index: number; readonly customField: string }[];
  /** Columns such as «URL», which may have the address of a profile. */
  readonly url: ReadonlySet<number>;
  readonly notes: CellNotes;
}

function planReading(
  header: readonly string[],
  { columns, alternatives }: MappedColumns,
  notes: CellNotes,
): ReadingPlan {
  const all = [...columns.filter((column) => 'field' in column), ...alternatives];
  const fields = [...Map.groupBy(all, ({ field }) => field)].map(
    ([field, list]) => [field, list.map(({ index }) => index)] as const,
  );

  return {
    email: fields.find(([field]) => field === 'email')?.[1] ?? [],
    isOwn: isOwnExport(header),
    fields: fields.filter(([field]) => field !== 'email'),
    json: columns.filter((column) => 'customFields' in column).map(({ index }) => index),
    custom: columns.filter((column) => 'customField' in column),
    url: new Set([...header.keys()].filter((index) => /url$/i.test(header[index]?.trim() ?? ''))),
    notes,
  };
}

/** The first address in the columns of addresses. */
function findEmail(cells: readonly string[], { email, isOwn, notes }: ReadingPlan): string | undefined {
  for (const index of email) {
    const cell = cleanCell(cells[index]);
    // An apostrophe before a formula shows that the rest is exact.
    const isExact = isOwn || cell !== cells[index]?.trim();
    const found = findAddress(cell, { isExact });
    if (found?.isRewritten) notes.add(index, 'rewritten');
    if (found && found.count > 1) notes.add(index, 'several');
    if (found) return found.address;
  }

  return undefined;
}

function refusal(email: string | null): ReadContact {
  return email === null
    ? { field: 'email', reason: 'required' }
    : { field: 'email', reason: `must be one email address${describeOddCharacter(email)}` };
}

/** Collects the cells of a row by their fields. Values are checked later. */
function readDraft(cells: readonly string[], plan: ReadingPlan): RowDraft {
  const { isOwn, fields, json, custom, url, notes } = plan;
  const customFields = readCustomFields(cells, { json, custom, notes });
  const sources = new Map<string, number>();
  const values: Record<string, string> = {};
  const tags: string[] = [];
  for (const [field, indexes] of fields) {
    for (const index of indexes) {
      const cell = cleanCell(cells[index]);
      if (cell === '') continue;
      if (isPlaceholder(field, cell)) {
        notes.add(index, 'placeholder');
        continue;
      }
      const target = field === 'website' && url.has(index) && isLinkedInProfile(cell) ? 'linkedinUrl' : field;
      if (target === 'tags') tags.push(...readTags(cell));
      else if (values[target] === undefined || target === field)
        values[target] = firstValue(cell, index, notes);
      sources.set(target, index);
      break;
    }
  }
  readCountry(values, (name) => {
    if (!customFields.set('country', name)) notes.add(sources.get('country') ?? 0, 'overfull');
  });
  // Templates can use the name as `custom.company`, too.
  const { companyName } = values;
  if (companyName !== undefined && customFields.values['company'] === undefined)
    customFields.set('company', companyName);
  const sourceOf = (field: string) =>
    sources.get(field) ?? custom.find(({ customField }) => customField === field)?.index ?? json[0] ?? 0;

  const note: RowDraft['note'] = (field, kind) => notes.add(sourceOf(field), kind);

  return { values, tags, custom: customFields, isOwn, note };
}

function readCustomFields(
  cells: readonly string[],
  { json, custom, notes }: Pick<ReadingPlan, 'json' | 'custom' | 'notes'>,
): CustomFieldSet {
  const fields = createCustomFields();
  for (const index of json) {
    const cell = cleanCell(cells[index]);
    if (cell !== '' && !addJsonFields(fields, cell)) notes.add(index, 'omitted');
  }
  for (const { index, customField } of custom) {
    const cell = cleanCell(cells[index]);
    if (cell !== '' && !fields.set(customField, cell)) notes.add(index, 'overfull');
  }

  return fields;
}

/** The first of the values that Google Contacts joins. */
function firstValue(cell: string, index: number, notes: CellNotes): string {
  const end = cell.indexOf(' ::: ');
  if (end === -1) return cell;
  notes.add(index, 'several');

  return cell.slice(0, end).trim();
}
