import { hash } from 'node:crypto';
import type { NewContact } from '#lib/contacts/contact.ts';
import { pack, unpack } from '#lib/contacts/import/items.ts';
import { importRowsMax, type RowError, reportedErrorsMax } from '#lib/contacts/import/report.ts';
import type { ImportTable } from '#lib/contacts/import/rows.ts';
import { invalidField } from '#lib/values/problem.ts';

/** One worker's step: a second's work, of which the loss is a second's too. */
const partRowsMax = 500;
/** An item of the table has at most 400 KB: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const partBytesMax = 350_000;
/** Of the errors that are told, as text: packed they fit an item, whatever stands in them. */
const errorBytesMax = 300_000;

/** A row that is to become a contact, or to change one. */
export interface ImportedRow {
  readonly row: number;
  readonly contact: NewContact;
}

/** A file as its import needs it: it was read once, and is not kept. */
export interface FileParts {
  readonly rows: number;
  /** Addresses that the file has, each once. */
  readonly contacts: number;
  readonly duplicatesInFile: number;
  readonly failed: number;
  /** The first of them. */
  readonly errors: readonly RowError[];
  readonly errorsTruncated: boolean;
  readonly warnings: readonly string[];
  /** In order, each packed: see `unpackRows`. */
  readonly parts: readonly Uint8Array[];
}

/**
 * Reads a file from its beginning to its end, once. What is kept of it is packed, a twentieth of the file, and of each address
 * a hash; the first of equal addresses wins.
 * @throws Problem 422 for more rows than one import takes
 */
export function readParts({ warnings, rows }: ImportTable): FileParts {
  const seen = new Set<string>();
  const errors = errorList();
  const parts = partList();
  let total = 0;
  let duplicatesInFile = 0;

  for (const read of rows()) {
    total += 1;
    // Told at once: an endless run of broken rows would keep the parser busy for minutes.
    if (total > importRowsMax) throw invalidField('body', 'rows', `has more than ${importRowsMax} rows`);
    if ('error' in read) {
      errors.add(read.error);
      continue;
    }
    // 96 bits: of 50,000 addresses no two share them.
    const trace = hash('sha256', read.address, 'base64url').slice(0, 16);
    if (seen.has(trace)) duplicatesInFile += 1;
    else {
      seen.add(trace);
      parts.add({ row: read.row, contact: read.contact });
    }
  }

  return {
    ...{ rows: total, contacts: seen.size, duplicatesInFile, warnings },
    ...errors.all(),
    parts: parts.all(),
  };
}

export function unpackRows(packed: Uint8Array): readonly ImportedRow[] {
  // Nobody else writes parts: what is in them was parsed before.
  return unpack(packed) as ImportedRow[];
}

function partList() {
  const packed: Uint8Array[] = [];
  let open: ImportedRow[] = [];
  const close = () => {
    if (open.length > 0) packed.push(...packRows(open));
    open = [];
  };

  return {
    add(row: ImportedRow) {
      if (open.push(row) === partRowsMax) close();
    },
    all() {
      close();

      return packed;
    },
  };
}

/** One part, or as many as it takes. */
function packRows(rows: readonly ImportedRow[]): Uint8Array[] {
  const packed = pack(rows);
  if (packed.length <= partBytesMax || rows.length === 1) return [packed];
  const half = Math.ceil(rows.length / 2);

  return [...packRows(rows.slice(0, half)), ...packRows(rows.slice(half))];
}

function errorList() {
  const errors: RowError[] = [];
  let failed = 0;
  let room = errorBytesMax;

  return {
    add(error: RowError) {
      failed += 1;
      room -= Buffer.byteLength(JSON.stringify(error));
      if (room >= 0 && errors.length < reportedErrorsMax) errors.push(error);
    },
    all: () => ({ failed, errors, errorsTruncated: failed > errors.length }),
  };
}
