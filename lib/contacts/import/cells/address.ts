import { isEmailAddress } from '#lib/values/email-address.ts';

/** Maximum characters of a cell that is searched for an address. */
const searchedLengthMax = 1000;

/** Characters that separate an address from other text, as in `Ada <ada@example.com>` and `mailto:ada@example.com`. */
const separators = /[\s,;:<>()[\]{}"|\\/]+/;

/** The first address in a cell, and how many there are; undefined without an address. */
export function findAddress(cell: string): { readonly address: string; readonly count: number } | undefined {
  // A domain may have invisible characters, which the piece has not.
  if (!/\p{Cf}/u.test(cell) && isEmailAddress(cell)) return { address: cell, count: 1 };
  const addresses = piecesOf(cell).filter(isEmailAddress);
  const [address] = addresses;

  return address === undefined ? undefined : { address, count: new Set(addresses).size };
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

/** Removes quotes and full stops around an address, and the subject of a `mailto:` link. */
function withoutMarks(piece: string): string {
  const query = piece.indexOf('?', piece.indexOf('@') + 1);
  let text = piece.includes('@') && query !== -1 ? piece.slice(0, query) : piece;
  while (/^['.‘’“”]/u.test(text)) text = text.slice(1);
  while (/['.‘’“”]$/u.test(text)) text = text.slice(0, -1);

  return text;
}
