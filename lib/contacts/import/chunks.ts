import type { ImportedRow } from '#lib/contacts/import/parts.ts';

/** What one transaction holds, less the chunk's record and the outbox. */
const writesMax = 98;
/** Of rows in one transaction, which holds 4 MB and writes more than the rows. */
const bytesMax = 1_000_000;

/**
 * Rows in pieces of which each fits one transaction, in order, whatever the table turns out to hold: whoever comes back to
 * them must find the same pieces.
 */
export function inChunks(rows: readonly ImportedRow[]): ImportedRow[][] {
  const chunks: ImportedRow[][] = [];
  let writesLeft = 0;
  let bytesLeft = 0;
  for (const row of rows) {
    const writes = writesAtMost(row);
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
 * The contact, its address, its event, the count of the entry that suppresses it; its tags; a company and its name. A contact
 * that is there already takes fewer: its address and its suppression stay. A new contact that is suppressed has a second event:
 * a chunk with too many of them is refused before it is sent, and halved.
 */
function writesAtMost({ contact: { tags, companyName } }: ImportedRow): number {
  return 4 + tags.length + (companyName === undefined ? 0 : 2);
}
