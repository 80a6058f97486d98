import { columnsOf, valueAt } from '#lib/exports/columns.ts';
import { byteOrderMark, csvLine } from '#lib/exports/csv.ts';
import type { StoredExport } from '#lib/exports/items.ts';

/** Writes the elements of a list in the format of an export. */
interface RowWriter {
  /** The beginning of the file. */
  readonly header: string;
  /** @returns one line */
  write(element: object): string;
}

export function rowWriter(stored: StoredExport): RowWriter {
  if (stored.format === 'ndjson') return { header: '', write: (element) => `${JSON.stringify(element)}\n` };
  const columns = columnsOf(stored);

  return {
    header: byteOrderMark + csvLine(columns),
    write: (element) => csvLine(columns.map((path) => valueAt(element, path))),
  };
}

/** How browsers and S3 treat the file. */
export function fileTypeOf({ type, format, id }: StoredExport) {
  const contentType = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson';

  return { contentType, fileName: `${type}-${id}.${format}` };
}
