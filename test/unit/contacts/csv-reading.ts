import { readCsv } from '#lib/contacts/import/csv-file.ts';

/** Reads a file with all its rows. */
export function read(content: string | Uint8Array, charset?: string) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = readCsv(bytes, charset === undefined ? {} : { charset });

  return file.kind === 'read' ? { ...file, rows: [...file.rows] } : file;
}

export function cellsOf(file: ReturnType<typeof read>): string[][] {
  return file.kind === 'read' ? file.rows.map(({ cells }) => cells) : [];
}
