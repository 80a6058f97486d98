import { type ErasedAddressServices, restoreSuppressions } from '#lib/contacts/addresses/erased-address.ts';
import { runBlocklistChunk } from '#lib/contacts/import/blocklist-chunk.ts';
import { failRow, type RowChunk, runImportChunk } from '#lib/contacts/import/chunk.ts';
import { type ChunkOutcome, mergeOutcomes, toChunkOutcome } from '#lib/contacts/import/items.ts';
import type { ValidRow } from '#lib/contacts/import/rows.ts';
import { suppressRows } from '#lib/contacts/import/suppress-rows.ts';
import { applyFirst } from '#lib/jobs/apply-first.ts';
import { forEachConcurrently } from '#lib/runtime/for-each-concurrently.ts';
import type { Services } from '#lib/runtime/services.ts';
import { lastNumberOf } from '#lib/storage/item.ts';
import type { Item } from '#lib/storage/table.ts';

/**
 * Chunks of a page that run concurrently. They are half of a page of 500 rows, which are 1,000 per second if a transaction and
 * the lookup before it take at most 250 ms. DynamoDB needs a third of that.
 */
const chunksAtOnce = 11;
/** About 500 rows/s, which is the write limit of a workspace's blocklist. */
const blocklistChunksAtOnce = 2;
/** The transaction limit of 100, less the chunk's record and the outbox item. */
const chunkWritesMax = 98;
/** Maximum bytes of rows per chunk. A transaction is limited to 4 MB, and it writes more than the rows. */
const chunkBytesMax = 1_000_000;

export interface ImportPage
  extends Pick<RowChunk, 'importId' | 'page' | 'rows' | 'onDuplicate' | 'isInline' | 'acceptedAt'> {
  /** The records of chunks that are already committed. */
  readonly records?: readonly Item[];
}

/**
 * Processes the rows of a page in chunks. Each chunk is committed together with its record, so that the next worker resumes
 * after a crash with the same result.
 */
export async function runPage(
  services: ErasedAddressServices,
  workspaceId: string,
  { rows, records = [], ...pageRef }: ImportPage,
): Promise<ChunkOutcome> {
  const contactRows = rows.filter((row) => 'contact' in row);
  // A contact with an erased address must be created suppressed.
  await restoreSuppressions(
    services,
    workspaceId,
    contactRows.map(({ contact }) => contact.email),
  );
  await suppressRows(services, workspaceId, pageRef.importId, contactRows);
  const recorded = new Map(records.map((record) => [lastNumberOf(record), toChunkOutcome(record)]));
  const outcomes: ChunkOutcome[] = [];
  const atOnce = contactRows.length > 0 ? chunksAtOnce : blocklistChunksAtOnce;
  await forEachConcurrently(splitIntoChunks(rows), atOnce, async ({ first, chunkRows }) => {
    // A chunk with a failing row has several records. Each begins where the rows of the one before end.
    for (let done = 0; done < chunkRows.length; ) {
      const index = first + done;
      const chunk = { ...pageRef, index, rows: chunkRows.slice(done) };
      const outcome = recorded.get(index) ?? (await runRows(services, workspaceId, chunk));
      outcomes.push(outcome);
      done += outcome.count;
    }

    return true;
  });

  return mergeOutcomes(outcomes);
}

const rowReason = 'cannot be stored: shorten its values and import the row again';

/** Processes the first rows of a chunk. A row that cannot be stored fails alone. @returns their outcome */
async function runRows(services: Services, workspaceId: string, chunk: RowChunk): Promise<ChunkOutcome> {
  let outcome: ChunkOutcome | undefined;
  await applyFirst(
    chunk.rows,
    async (rows) => {
      outcome = rows.every((row) => 'contact' in row)
        ? await runImportChunk(services, workspaceId, { ...chunk, rows })
        : await runBlocklistChunk(services, workspaceId, {
            ...chunk,
            rows: rows.filter((row) => 'value' in row),
          });
    },
    async (row, error) => {
      outcome = await failRow(services, workspaceId, { ...chunk, rows: [row] }, rowReason, error);
    },
  );
  if (!outcome) throw new Error('a chunk must have rows');

  return outcome;
}

/**
 * Splits rows into chunks that fit one transaction each. The split depends only on the rows, so that a retry finds the same
 * chunks.
 */
function splitIntoChunks(rows: readonly ValidRow[]) {
  const chunks: { readonly first: number; readonly chunkRows: ValidRow[] }[] = [];
  let writesLeft = 0;
  let bytesLeft = 0;
  for (const [index, row] of rows.entries()) {
    const writes = maxWritesOf(row);
    const bytes = Buffer.byteLength(JSON.stringify(row));
    if (writes > writesLeft || bytes > bytesLeft) {
      chunks.push({ first: index, chunkRows: [] });
      writesLeft = chunkWritesMax;
      bytesLeft = chunkBytesMax;
    }
    chunks.at(-1)?.chunkRows.push(row);
    writesLeft -= writes;
    bytesLeft -= bytes;
  }

  return chunks;
}

/**
 * Writes per contact: itself, its address claim, its event, the counter of a blocklist entry, its tags, its external id, and a new
 * company with its name claim. An existing contact needs fewer. A new suppressed contact has a second event. Writes per value of the
 * blocklist: its entry, the address claim, the contact and its two events. Executions need more. If that exceeds the limit, the
 * commit rejects the transaction before it is sent, and the chunk is halved.
 */
function maxWritesOf(row: ValidRow): number {
  if (!('contact' in row)) return 5;
  const { tags, companyName, externalId } = row.contact;

  return 4 + tags.length + (companyName === undefined ? 0 : 2) + (externalId === null ? 0 : 1);
}
