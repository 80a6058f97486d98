import { formatNumber } from '../../../components/number.tsx';
import { type CsvPreview, decode, readPreview } from './csv-preview.ts';
import { columnsMax, fileBytesMax, rowsMax } from './send-import.ts';

export interface ChosenFile {
  readonly file: File;
  readonly preview: CsvPreview;
}

/** Reads a file in the browser, and checks the limits of the service before anything is sent. */
export async function readFile(file: File): Promise<ChosenFile | { readonly error: string }> {
  if (file.size > fileBytesMax) {
    return { error: `“${file.name}” has more than ${formatNumber(fileBytesMax)} bytes. Split it.` };
  }
  const text = decode(new Uint8Array(await file.arrayBuffer()));
  // A file with NUL characters is binary.
  const preview = text.includes('\0') ? undefined : readPreview(text.replace(/^\uFEFF/u, ''));
  if (preview === undefined) return { error: `“${file.name}” has no text: choose a CSV file.` };
  const { header, rowCount } = preview;
  if (header.length > columnsMax) {
    return { error: `“${file.name}” has ${header.length} columns; at most ${columnsMax} are read.` };
  }
  if (rowCount > rowsMax) {
    return {
      error: `“${file.name}” has ${formatNumber(rowCount)} rows; at most ${formatNumber(rowsMax)} are read. Split it.`,
    };
  }
  if (rowCount === 0) return { error: `“${file.name}” has no row below its column names.` };

  return { file, preview };
}
