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
 * Finds the header among the first records: the first one with an expected name, otherwise the one before the first address. A
 * file that begins with an address has no header. Undefined without a record.
 */
export function findHeader(
  records: readonly (readonly string[])[],
  { isExpected, isAddress }: CellRules,
): FoundHeader | undefined {
  const named = records.findIndex((cells) => cells.some(isExpected));
  if (named !== -1) {
    const addressColumn = addressColumnOf(records.slice(named + 1), isAddress);

    return { cells: records[named] ?? [], at: named, ...(addressColumn !== -1 && { addressColumn }) };
  }
  const first = records.findIndex((cells) => cells.some(isAddress));
  const rows = first === -1 ? [] : records.slice(first);
  const [row = []] = rows;
  const addressColumn = addressColumnOf(rows, isAddress);
  if (addressColumn === -1) return records[0] && { cells: records[0], at: 0 };
  const before = records[first - 1];
  // A title has fewer cells than the rows below it.
  if (before && before.length === row.length && before.every((name) => name !== ''))
    return { cells: before, at: first - 1, addressColumn };
  const columns = Math.max(...rows.map(({ length }) => length));
  const cells = Array.from({ length: columns }, (_, column) =>
    column === addressColumn ? 'email' : `Column ${column + 1}`,
  );

  return { cells, at: first - 1, addressColumn };
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
