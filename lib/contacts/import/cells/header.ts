import { isEmailColumn, meaningOfColumn } from '#lib/contacts/import/cells/column-names.ts';
import { statusOfCell } from '#lib/contacts/import/cells/suppression.ts';
import { isPlaceholder } from '#lib/contacts/import/cells/values.ts';

/** Records that are searched for the header: some programs write a title or notes before it. */
export const headerRecordsMax = 10;

export interface FoundHeader {
  readonly cells: readonly string[];
  /** Index of its record; -1 if the file has only rows, and the names are made up. */
  readonly at: number;
  /** The column with the addresses, if no name says so. */
  readonly addressColumn?: number;
}

export interface CellRules {
  /** Whether a name of the header is expected. */
  readonly isExpected: (name: string) => boolean;
  readonly isAddress: (cell: string) => boolean;
}

/**
 * Finds the header among the first records: the first one with an expected name, otherwise one before the first address. A file
 * that begins with an address has no header. Undefined without a record.
 */
export function findHeader(
  records: readonly (readonly string[])[],
  { isExpected, isAddress }: CellRules,
): FoundHeader | undefined {
  // A row may have the value «Email». For a blocklist, `a.b` is an address, too.
  const isRow = (cells: readonly string[]) => cells.some((cell) => cell.includes('@') && isAddress(cell));
  const named = records.findIndex((cells) => cells.some(isExpected) && !isRow(cells));
  if (named !== -1) {
    const [cells = [], ...rows] = records.slice(named);
    const addressColumn = hasAddressName(cells, rows) ? -1 : addressColumnOf(rows, isAddress);

    return { cells, at: named, ...(addressColumn !== -1 && { addressColumn }) };
  }
  const first = records.findIndex((cells) => cells.some(isAddress));
  const rows = first === -1 ? [] : records.slice(first);
  const addressColumn = addressColumnOf(rows, isAddress);
  if (addressColumn === -1) return records[0] && { cells: records[0], at: 0 };
  const at = indexOfNames(records.slice(0, first), rows[0] ?? [], addressColumn);

  return at === -1
    ? { cells: namesOfColumns(rows, addressColumn), at: first - 1, addressColumn }
    : { cells: records[at] ?? [], at, addressColumn };
}

const flag =
  /^(?:\d{1,9}|[xvjnytf✓✔☑✅]|yes|no|true|false|ja|nein|oui|non|s[ií]|wahr|falsch|vrai|faux|verdadero|falso|vero)$/iu;

/** Whether a column has the name of addresses, and not only flags. Other addresses, such as an owner's, do not replace it. */
function hasAddressName(header: readonly string[], rows: readonly (readonly string[])[]): boolean {
  const columns = [...header.keys()].filter((column) => isEmailColumn(header[column] ?? ''));
  const cells = rows
    .flatMap((row) => columns.map((column) => row[column] ?? ''))
    .filter((cell) => cell !== '' && !isPlaceholder('email', cell));

  return columns.length > 0 && !(cells.length > 0 && cells.every((cell) => flag.test(cell)));
}

const contentOf = (cells: readonly string[]) => cells.filter((cell) => cell !== '').length;

/** The first record with a known name, otherwise the first one as full as the row; -1 if no record has a name for the addresses. */
function indexOfNames(
  before: readonly (readonly string[])[],
  row: readonly string[],
  addressColumn: number,
): number {
  const width = row.findLastIndex((cell) => cell !== '') + 1;
  // A title has fewer cells than the rows below it. A row without an address has a placeholder.
  const isHeader = (cells: readonly string[]) => {
    const name = cells[addressColumn] ?? '';

    return cells.length >= width && name !== '' && !isPlaceholder('email', name);
  };
  const known = before.findIndex((cells) => isHeader(cells) && cells.some(meaningOfColumn));

  return known === -1
    ? before.findIndex((cells) => isHeader(cells) && contentOf(cells) >= contentOf(row))
    : known;
}

/** Names for a file without a header. The column with statuses is named, because they may suppress. */
function namesOfColumns(rows: readonly (readonly string[])[], addressColumn: number): string[] {
  const columns = Array.from(
    { length: Math.max(...rows.map(({ length }) => length)) },
    (_, column) => column,
  );

  const columnWith = (status: 'suppressed' | 'active') =>
    columns.find((column) => rows.some((row) => statusOfCell(row[column] ?? '') === status));
  const statusColumn = columnWith('suppressed') ?? columnWith('active');

  return columns.map((column) => {
    if (column === addressColumn) return 'email';

    return column === statusColumn ? 'status' : `Column ${column + 1}`;
  });
}

/**
 * The first column with an address in the first row and in most of the others; -1 if no column has that. A column with `@` is
 * preferred, because names such as `ada.lovelace` look like domains.
 */
function addressColumnOf(rows: readonly (readonly string[])[], isAddress: CellRules['isAddress']): number {
  const [row = []] = rows;

  const isMostlyAddresses = (column: number) => {
    const cells = rows.map((each) => each[column]?.trim() ?? '').filter((cell) => cell !== '');

    return cells.filter(isAddress).length * 2 > cells.length;
  };
  const fitting = [...row.keys()].filter(
    (column) => isAddress(row[column] ?? '') && isMostlyAddresses(column),
  );

  return fitting.find((column) => row[column]?.includes('@')) ?? fitting[0] ?? -1;
}
