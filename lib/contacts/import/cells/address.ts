import { isEmailAddress } from '#lib/values/email-address.ts';

/** Maximum characters of a cell that is searched for an address. */
const searchedLengthMax = 1000;

/** Characters that separate an address from other text, as in `Ada <ada@example.com>` and `mailto:ada@example.com`. */
const separators = /[\s,;:<>()[\]{}"|\\/]+/;

/** Marks before an address that are legal in it. A plus before digits is of a phone number. */
const leadingMark = /^(?:['=*•-]|\+(?=\D))/u;
/** Text that is legal before an address, as in `Work/ada@example.com`. */
const legalPrefix = /[|/]/;
const mark = /[•*#=+-]/;
/** A row like this is switched off. */
const comment = /^#\s*[^\s@]+@/;

interface FoundAddress {
  readonly address: string;
  /** How many addresses the cell has. */
  readonly count: number;
  /** Whether marks were removed. */
  readonly isRewritten: boolean;
}

/**
 * The first address in a cell; undefined without an address. In `bob@example.com <ada@example.com>`, it is the one in brackets.
 * @param isExact keeps marks that are legal in an address, as in exports of this service
 */
export function findAddress(cell: string, { isExact = true } = {}): FoundAddress | undefined {
  // A domain may have invisible characters, which the piece has not.
  const isWhole = !/\p{Cf}/u.test(cell) && isEmailAddress(cell);
  const whole = isWhole ? { address: cell, count: 1, isRewritten: false } : undefined;
  if (whole && (isExact || !(leadingMark.test(cell) || legalPrefix.test(cell) || comment.test(cell))))
    return whole;
  if (!isExact && comment.test(cell)) return undefined;
  const addresses = cell
    .slice(0, searchedLengthMax)
    .split(/[,;\r\n]/)
    .flatMap((element) => addressesIn(element, isExact));
  const [address] = addresses;
  if (address === undefined) return whole;
  const [before = '', after = ''] = cell.split(address, 2);
  const isRewritten = isWhole || mark.test(before.at(-1) ?? '') || mark.test(after.charAt(0));

  return { address, count: new Set(addresses).size, isRewritten };
}

/** The addresses in brackets, otherwise all. */
function addressesIn(element: string, isExact: boolean): string[] {
  const inBrackets = element.includes('<') ? element.slice(element.indexOf('<')) : '';
  const found = [inBrackets, element].map((text) =>
    piecesOf(text)
      .map((piece) => (isExact ? piece : withoutLeadingMarks(piece)))
      .filter(isEmailAddress),
  );

  return found.find(({ length }) => length > 0) ?? [];
}

/** Whether the cell has one address and no other text, except a name as in `Ada <ada@example.com>`. */
export function isAddressCell(cell: string): boolean {
  if (cell.length > searchedLengthMax || findAddress(cell)?.count !== 1) return false;

  return /^mailto:|<[^<]*@/i.test(cell) || piecesOf(cell).length === 1;
}

/** Names the first character that no address has and that may be invisible, such as U+0430; empty without such a character. */
export function describeOddCharacter(cell: string): string {
  const odd = /[^\x20-\x7e]/u.exec(cell.slice(0, searchedLengthMax).split('@')[0] ?? '')?.[0];
  const code = odd?.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');

  return code === undefined ? '' : `; it has the character U+${code}`;
}

function piecesOf(cell: string): string[] {
  return cell
    .slice(0, searchedLengthMax)
    .replace(/\p{Cf}/gu, '')
    .replaceAll('＠', '@')
    .split(separators)
    .map(withoutMarks)
    .filter((piece) => piece !== '');
}

function withoutLeadingMarks(piece: string): string {
  let text = piece;
  while (leadingMark.test(text)) text = text.slice(1);

  return text;
}

/** Removes quotes, full stops and marks that no address has there, and the subject of a `mailto:` link. */
function withoutMarks(piece: string): string {
  const query = piece.indexOf('?', piece.indexOf('@') + 1);
  let text = piece.includes('@') && query !== -1 ? piece.slice(0, query) : piece;
  while (/^['.‘’“”•]/u.test(text)) text = text.slice(1);
  while (/['.‘’“”•*#=+-]$/u.test(text)) text = text.slice(0, -1);

  return text;
}
