import { normaliseBlocked } from '#lib/blocklist/value.ts';
import { findAddress } from '#lib/contacts/import/cells/address.ts';
import { meaningOfColumn } from '#lib/contacts/import/cells/column-names.ts';
import { createCellNotes } from '#lib/contacts/import/cells/notes.ts';
import { certainCells } from '#lib/contacts/import/cells/shifted-row.ts';
import { cleanCell, cutText } from '#lib/contacts/import/cells/values.ts';
import { quoteNames } from '#lib/contacts/import/csv-columns.ts';
import { readCsv } from '#lib/contacts/import/csv-file.ts';
import { normaliseColumnName } from '#lib/contacts/import/csv-mapping.ts';
import { type ImportFields, rawImportFields } from '#lib/contacts/import/options.ts';
import { type ImportFile, importFileOf, type RowReader } from '#lib/contacts/import/rows.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Column names as `normaliseColumnName` returns them. */
const valueNames = new Set('value values entry entries emails emailordomain domainoremail'.split(' '));
const domainNames = new Set('domain domains domainname emaildomain companydomain'.split(' '));
/** In the order in which their texts are joined. */
const noteNames = ['note', 'notes', 'comment', 'comments', 'reason'];

const noteLengthMax = 500;
/** Maximum characters of a cell that is searched for an address or a domain. */
const searchedLengthMax = 1000;

/**
 * Reads a file of addresses and domains. They are in one column: the column with the preferred name, otherwise a column with
 * only such values.
 * @throws Problem 422 for a file that cannot be read or has no such column
 */
export function openBlocklistFile(
  csv: Uint8Array,
  { file: field }: ImportFields = rawImportFields,
): ImportFile {
  const isValue = (cell: string) => readValue(cell) !== undefined;
  // `email.work` is a domain and no name.
  const isValueColumn = (name: string) => rankOfColumn(name) < Number.POSITIVE_INFINITY && !isValue(name);
  const file = readCsv(csv, { isValue, isValueColumn });
  if (file.kind === 'unreadable') throw invalidField(field, 'csv', file.message);
  const { header, addressColumn = -1 } = file;
  const ranks = header.map(rankOfColumn);
  const preferred = Math.min(...ranks);
  const column = preferred < Number.POSITIVE_INFINITY ? ranks.indexOf(preferred) : addressColumn;
  if (column === -1)
    throw invalidField(field, 'csv', `No column of addresses or domains among: ${quoteNames(header)}.`);

  return importFileOf(file, createBlocklistReader(header, column));
}

/** The lowest rank is preferred; infinite for other columns. */
function rankOfColumn(name: string): number {
  const key = normaliseColumnName(name);
  const meaning = meaningOfColumn(name);
  if (valueNames.has(key)) return -1;
  if (meaning?.field === 'email') return meaning.rank;

  return domainNames.has(key) ? Number.MAX_SAFE_INTEGER : Number.POSITIVE_INFINITY;
}

function createBlocklistReader(header: readonly string[], column: number): RowReader {
  const names = header.map(normaliseColumnName);
  const isValue = (cell: string) => readValue(cell) !== undefined;
  const noteColumns = noteNames.flatMap((name) => (names.includes(name) ? [names.indexOf(name)] : []));
  const cellNotes = createCellNotes(header);

  const reader: RowReader = {
    emailOf: (cells) => cleanCell(cells[column]) || null,
    warnings: cellNotes.warnings,
    readShifted(cells) {
      const certain = certainCells(cells, header.length, [column], isValue);

      return certain && reader.read(certain);
    },
    read(cells) {
      const value = readValue(cells[column] ?? '');
      if (value === undefined) {
        const isEmpty = cleanCell(cells[column]) === '';

        return {
          field: 'value',
          reason: isEmpty ? 'required' : 'must be one email address or one domain',
        };
      }
      if (value.isRewritten) cellNotes.add(column, 'rewritten');
      const note = noteColumns
        .map((index) => cleanCell(cells[index]))
        .filter((text) => text !== '')
        .join('; ');
      if (note.length > noteLengthMax) cellNotes.add(noteColumns[0] ?? column, 'cut');

      return {
        value: value.text,
        ...(note !== '' && { note: cutText(note, noteLengthMax).toWellFormed() }),
      };
    },
  };

  return reader;
}

/** The normalised address or domain of a cell, such as `Ada <ada@x.example>` or `*.x.example`. */
function readValue(cell: string): { readonly text: string; readonly isRewritten: boolean } | undefined {
  const text = cleanCell(cell)
    .slice(0, searchedLengthMax)
    .replace(/\p{Cf}/gu, '');
  const found = findAddress(text, { isExact: text !== cell.trim() });
  const address = found?.count === 1 ? found.address : text;
  const exact = found?.isRewritten ? undefined : normaliseBlocked(text);
  const blocked = exact ?? normaliseBlocked(address);

  return blocked && { text: blocked.value, isRewritten: !exact };
}
