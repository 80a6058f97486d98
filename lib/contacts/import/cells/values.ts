import { isPlausible } from '#lib/contacts/import/cells/plausible.ts';
import { shortenedNumber } from '#lib/contacts/import/cells/spreadsheet-cell.ts';
import { findTimeZone } from '#lib/contacts/import/cells/time-zone.ts';
import type { ContactColumn } from '#lib/contacts/import/csv-mapping.ts';
import { isCountry, WebAddress } from '#lib/values/profile.ts';
import { removeFormulaGuards } from '#lib/values/text/csv.ts';

/**
 * A cell without spaces around it and without the apostrophes before formulas, which exports and spreadsheets insert. Some programs
 * write a text as the formula `="Ada"`.
 */
export function cleanCell(cell: string | undefined): string {
  const text = cell?.trim() ?? '';
  const [, formulaText] = /^="([^"]*(?:""[^"]*)*)"$/.exec(text) ?? [];

  return (formulaText?.replaceAll('""', '"') ?? removeFormulaGuards(text)).trim();
}

/** Placeholders in every field. */
const placeholders = new Set(
  'n/a #n/a n.a. n/d #ref! #value! #name? (null) [null] <null> (empty) (blank)'.split(' '),
);
/** Placeholders except in names: `Null` and `None` are names of people. */
const wordPlaceholders = new Set('none null nil na nan unknown undefined 0 false no'.split(' '));
const wordFields: ReadonlySet<ContactColumn> = new Set([
  'firstName',
  'lastName',
  'companyName',
  'city',
  'tags',
]);

/** Whether a cell says that there is no value, such as `N/A` or `-`. The countries `NA` and `NO` are values. */
export function isPlaceholder(field: ContactColumn, cell: string): boolean {
  if (cell.length > 10 || (field === 'country' && isCountry(cell))) return false;
  const value = cell.toLowerCase();

  return (
    placeholders.has(value) ||
    /^[-–—_.?/*]+$/.test(cell) ||
    (wordPlaceholders.has(value) && !wordFields.has(field))
  );
}

/** A long text of these fields is cut; other values would be wrong without their end. */
export const cuttableFields: ReadonlySet<string> = new Set<ContactColumn>([
  'firstName',
  'lastName',
  'jobTitle',
  'city',
  'companyName',
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

/** A candidate for the value that a person reads in a cell that is not valid for its field. The caller validates it. */
export function recogniseValue(field: string, cell: string): string | undefined {
  const text = cell.slice(0, recognisedLengthMax);
  switch (field) {
    case 'firstName':
    case 'lastName':
      return text.replaceAll(/(\p{CWL})([\p{CWL}\p{M}]+)/gu, (_, first, rest) => first + rest.toLowerCase());
    case 'timezone':
      return findTimeZone(text);
    case 'phone':
      return shortenedNumber.test(text) ? undefined : text.split(listPattern)[0]?.trim().replace(/\.0$/, '');
    case 'linkedinUrl':
      return /^\/?(?:in|company|pub)\/[^\s/]/i.test(text)
        ? `https://www.linkedin.com/${text.replace(/^\//, '')}`
        : findWebAddress(field, text);
    case 'website':
      return findWebAddress(field, text);
    default:
      return undefined;
  }
}

/** The first web address of a list, also with a damaged scheme such as `http//`. */
function findWebAddress(field: string, text: string): string | undefined {
  return text
    .split(/[\s,;|<>"]+/)
    .map((part) => part.replace(/^https?[:/]+/i, ''))
    .find((part) => part !== '' && isPlausible(field, part) && WebAddress.safeParse(part).success);
}

/** The page of a person. Pages of companies stay in `website`. */
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
