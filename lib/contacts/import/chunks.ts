import type { ImportedRow } from '#lib/contacts/import/parts.ts';

/** The transaction limit of 100, less the chunk's record and the outbox item. */
const writesMax = 98;
/** Maximum bytes of rows per chunk. A transaction is limited to 4 MB, and it writes more than the rows. */
const bytesMax = 1_000_000;

/**
 * Splits rows into chunks that fit one transaction each. The split depends only on the rows, so that a retry finds the same
 * chunks.
 */
export function splitIntoChunks(rows: readonly ImportedRow[]): ImportedRow[][] {
  const chunks: ImportedRow[][] = [];
  let writesLeft = 0;
  let bytesLeft = 0;
  for (const row of rows) {
    const writes = maxWritesOf(row);
    const bytes = Buffer.byteLength(JSON.stringify(row));
    if (writes > writesLeft || bytes > bytesLeft) {
      chunks.push([]);
      writesLeft = writesMax;
      bytesLeft = bytesMax;
    }
    chunks.at(-1)?.push(row);
    writesLeft -= writes;
    bytesLeft -= bytes;
  }

  return chunks;
}

/**
 * Writes per row: the contact, its address claim, its event, the counter of a blocklist entry, its tags, and a new company with
 * its name claim. An existing contact needs fewer. A new suppressed contact has a second event. If that exceeds the limit, the
 * commit rejects the transaction before it is sent, and the chunk is halved.
 */
function maxWritesOf({ contact: { tags, companyName } }: ImportedRow): number {
  return 4 + tags.length + (companyName === undefined ? 0 : 2);
}
