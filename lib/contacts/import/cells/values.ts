import { findTimeZone } from '#lib/contacts/import/cells/time-zone.ts';
import type { ContactColumn } from '#lib/contacts/import/csv-mapping.ts';
import { WebAddress } from '#lib/values/profile.ts';
import { removeFormulaGuards } from '#lib/values/text/csv.ts';

/** A cell without spaces around it and without the apostrophes before formulas, which exports and spreadsheets insert. */
export function cleanCell(cell: string | undefined): string {
  return removeFormulaGuards(cell?.trim() ?? '').trim();
}

/** Also in names: no person has these. */
const placeholders = new Set(
  'n/a #n/a n.a. n/d #ref! #value! #name? (null) [null] <null> (empty) (blank)'.split(' '),
);
/** Not in names: `Null` and `None` are names of people. */
const nameFields: ReadonlySet<ContactColumn> = new Set([
  'firstName',
  'lastName',
  'companyName',
  'city',
  'tags',
]);
const wordPlaceholders = new Set('none null nil na nan unknown undefined 0 false no'.split(' '));

/** Whether a cell says that there is no value, such as `N/A` or `-`. */
export function isPlaceholder(field: ContactColumn, cell: string): boolean {
  if (cell.length > 10) return false;
  const value = cell.toLowerCase();

  return (
    placeholders.has(value) ||
    /^[-–—_.?/*]+$/.test(cell) ||
    (wordPlaceholders.has(value) && !nameFields.has(field))
  );
}

/** A long text of these fields is cut; other values would be wrong without their end. */
export const cuttableFields: ReadonlySet<string> = new Set<ContactColumn>([
  ...(['firstName', 'lastName', 'jobTitle', 'city', 'companyName'] as const),
]);

/** Cuts a text without halving a character. */
export function cutText(text: string, lengthMax: number): string {
  return text
    .slice(0, lengthMax)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

const listPattern = /[\n,;|]|:::/;
const recognisedLengthMax = 2000;

/** The valid value that a person reads in a cell that is not valid for its field; undefined without such a value. */
export function recogniseValue(field: string, cell: string): string | undefined {
  const text = cell.slice(0, recognisedLengthMax);
  switch (field) {
    case 'timezone':
      return findTimeZone(text);
    case 'phone':
      return text.split(listPattern)[0]?.trim();
    case 'linkedinUrl':
      return /^\/?(?:in|company|pub)\/[^\s/]/i.test(text)
        ? `https://www.linkedin.com/${text.replace(/^\//, '')}`
        : findWebAddress(text);
    case 'website':
      return findWebAddress(text);
    default:
      return undefined;
  }
}

/** The first web address of a list, also with a damaged scheme such as `http//`. */
function findWebAddress(text: string): string | undefined {
  return text
    .split(/[\s,;|<>"]+/)
    .map((part) => part.replace(/^https?[:/]+/i, ''))
    .find((part) => part !== '' && WebAddress.safeParse(part).success);
}

export function isLinkedInProfile(cell: string): boolean {
  return /^(?:https?:\/\/)?(?:[a-z]{1,3}\.)?linkedin\.com\/(?:in|pub|sales)\//i.test(cell);
}

/** Groups that Google Contacts itself makes. */
const googleGroups: ReadonlySet<string> = new Set(['myContacts', 'starred', 'Other Contacts']);

/** The tags of a cell: a list, or a JSON array. `* ` and `:::` are of Google Contacts. */
export function readTags(cell: string): string[] {
  const list = cell.startsWith('[') ? parseList(cell) : undefined;

  return (list ?? cell.split(/:::|[,;]/))
    .map((tag) => (list ? tag : tag.replaceAll('"', '')).trim().replace(/^\* /, ''))
    .filter((tag) => tag !== '' && !googleGroups.has(tag));
}

function parseList(cell: string): string[] | undefined {
  try {
    const list: unknown = JSON.parse(cell);

    return Array.isArray(list) && list.every((tag) => typeof tag === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}
