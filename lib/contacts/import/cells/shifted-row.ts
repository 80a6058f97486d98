import {
  type ImportedSuppression,
  type SuppressionColumn,
  suppressionOfCell,
} from '#lib/contacts/import/cells/suppression.ts';
import { yeses } from '#lib/contacts/import/cells/words.ts';

const datePattern = /^[0-9]{1,4}[-./][0-9]/;

/**
 * The cells that are certainly in their columns, although the row has more cells than columns: those from the start or from the
 * end of the row up to the address. The others are omitted. Undefined if no address is in its column.
 */
export function certainCells(
  cells: readonly string[],
  columns: number,
  addressColumns: readonly number[],
  isAddress: (cell: string) => boolean,
): string[] | undefined {
  const excess = Math.max(0, cells.length - columns);
  for (const column of addressColumns) {
    if (isAddress(cells[column] ?? '')) return cells.slice(0, column + 1);
    if (isAddress(cells[column + excess] ?? ''))
      return [...Array.from({ length: column }, () => ''), ...cells.slice(column + excess)];
  }

  return undefined;
}

/**
 * The status that a row gives to its contact, if its cells may be in later columns. Only clear values suppress.
 * @param count number of columns
 */
export function findShiftedSuppression(
  columns: readonly SuppressionColumn[],
  cells: readonly string[],
  count: number,
): { readonly status: ImportedSuppression; readonly index: number } | undefined {
  const excess = Math.max(0, cells.length - count);
  for (const [meaning, list] of Map.groupBy(columns, (column) => column.meaning)) {
    const [first, last] = [list[0]?.index ?? 0, list.at(-1)?.index ?? 0];
    const isReason = list.every((column) => column.isReason);
    for (const cell of cells.slice(first, last + excess + 1)) {
      const value = cell.trim().toLowerCase();
      const isClear =
        meaning === 'subscribed' ? !/^[0-9]/.test(value) : yeses.has(value) || datePattern.test(value);
      const status = suppressionOfCell({ meaning: isClear ? meaning : 'status', isReason }, value);
      if (status) return { status, index: first };
    }
  }

  return undefined;
}
