import { hash } from 'node:crypto';
import type { ImportedSuppression } from '#lib/contacts/import/cells/suppression.ts';
import { packJson, unpackJson } from '#lib/contacts/import/items.ts';
import type { ImportFields } from '#lib/contacts/import/options.ts';
import { importRowsMax, type RowError, reportedErrorsMax } from '#lib/contacts/import/report.ts';
import type { ImportFile, ValidRow } from '#lib/contacts/import/rows.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { invalidField } from '#lib/values/problem.ts';

/** Maximum rows per page: about one second of work, which a crash repeats. */
const pageRowsMax = 500;
/** An item of the table has at most 400 KB: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html */
const pageBytesMax = 350_000;
/** Maximum bytes of reported errors as JSON, so that they fit an item when packed. */
const errorBytesMax = 300_000;

/** The parsed file. The file itself is not stored. */
export interface FilePages {
  readonly rows: number;
  /** Number of distinct addresses. */
  readonly contacts: number;
  readonly duplicatesInFile: number;
  readonly failed: number;
  /** The first errors. */
  readonly errors: readonly RowError[];
  readonly errorsTruncated: boolean;
  readonly warnings: readonly string[];
  /** In file order, each packed: see `unpackRows`. */
  readonly pages: readonly Uint8Array[];
}

/**
 * Reads a file once. Memory holds the packed rows, about a twentieth of the file, and one hash per address. Of rows with the
 * same address, the first is used, and suppressed if any of them says so.
 * @throws Problem 422 if the file has more rows than an import may have
 */
export function readFilePages(file: ImportFile, { file: field }: ImportFields): FilePages {
  const addressHashes = new Set<string>();
  const errors = createErrorList();
  const pages = createPageList();
  /** Of rows that repeat an address. */
  const laterSuppressions = new Map<string, ImportedSuppression>();
  let total = 0;
  let duplicatesInFile = 0;

  for (const result of file.rows) {
    total += 1;
    // Stop at the limit: many broken rows would keep the parser busy for minutes.
    if (total > importRowsMax) throw invalidField(field, 'rows', `has more than ${importRowsMax} rows`);
    if ('error' in result) {
      errors.add(result.error);
      continue;
    }
    const { address, ...row } = result;
    // 96 bits: a collision among 50,000 addresses is negligible.
    const addressHash = hash('sha256', address, 'base64url').slice(0, 16);
    if (addressHashes.has(addressHash)) {
      duplicatesInFile += 1;
      if ('contact' in row && row.suppressedAs) laterSuppressions.set(address, row.suppressedAs);
    } else {
      addressHashes.add(addressHash);
      pages.add(row);
    }
  }

  return {
    rows: total,
    contacts: addressHashes.size,
    duplicatesInFile,
    warnings: file.warnings(),
    ...errors.all(),
    pages: suppressLater(pages.all(), laterSuppressions),
  };
}

/** Suppresses the first row of an address if a later row does. */
function suppressLater(pages: Uint8Array[], later: ReadonlyMap<string, ImportedSuppression>): Uint8Array[] {
  if (later.size === 0) return pages;

  return pages.flatMap((page) =>
    packRows(
      unpackRows(page).map((row) => {
        if (!('contact' in row)) return row;
        const suppressedAs = row.suppressedAs ?? later.get(normaliseEmail(row.contact.email));

        return { ...row, ...(suppressedAs && { suppressedAs }) };
      }),
    ),
  );
}

/** The address of a row's contact, or the value that a row blocks. */
export const valueOfRow = (row: ValidRow): string => ('contact' in row ? row.contact.email : row.value);

export function unpackRows(packed: Uint8Array): readonly ValidRow[] {
  // Only this module writes pages, with rows that were validated.
  return unpackJson(packed) as ValidRow[];
}

function createPageList() {
  const packed: Uint8Array[] = [];
  let currentRows: ValidRow[] = [];
  const closePage = () => {
    if (currentRows.length > 0) packed.push(...packRows(currentRows));
    currentRows = [];
  };

  return {
    add(row: ValidRow) {
      currentRows.push(row);
      if (currentRows.length === pageRowsMax) closePage();
    },
    all() {
      closePage();

      return packed;
    },
  };
}

/** Packs rows into as many pages as the size limit needs. */
function packRows(rows: readonly ValidRow[]): Uint8Array[] {
  const packed = packJson(rows);
  if (packed.length <= pageBytesMax || rows.length === 1) return [packed];
  const half = Math.ceil(rows.length / 2);

  return [...packRows(rows.slice(0, half)), ...packRows(rows.slice(half))];
}

function createErrorList() {
  const errors: RowError[] = [];
  let failed = 0;
  let remainingBytes = errorBytesMax;

  return {
    add(error: RowError) {
      failed += 1;
      remainingBytes -= Buffer.byteLength(JSON.stringify(error));
      if (remainingBytes >= 0 && errors.length < reportedErrorsMax) errors.push(error);
    },
    all: () => ({ failed, errors, errorsTruncated: failed > errors.length }),
  };
}
