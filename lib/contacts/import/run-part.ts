import { type ErasedAddressServices, restoreSuppressions } from '#lib/contacts/addresses/erased-address.ts';
import { failBisected, runBisected } from '#lib/contacts/import/bisection.ts';
import { suppressRows } from '#lib/contacts/import/cells/suppress.ts';
import { type ChunkOutcome, mergeOutcomes, type RecordedChunks } from '#lib/contacts/import/items.ts';
import type { ImportedRow } from '#lib/contacts/import/rows.ts';
import { forEachConcurrently } from '#lib/runtime/for-each-concurrently.ts';
import type { Services } from '#lib/runtime/services.ts';

/** Chunks of one part that run concurrently. */
const chunksAtOnce = 4;
/** About 500 rows/s, which is the write limit of a workspace's blocklist. */
const blocklistChunksAtOnce = 2;
/** The transaction limit of 100, less the chunk's record and the outbox item. */
const chunkWritesMax = 98;
/** Maximum bytes of rows per chunk. A transaction is limited to 4 MB, and it writes more than the rows. */
const chunkBytesMax = 1_000_000;

export interface Part {
  readonly importId: string;
  readonly part: number;
  readonly rows: readonly ImportedRow[];
  readonly onDuplicate: 'skip' | 'update';
  readonly isInline: boolean;
  /** Chunks that are already committed. */
  readonly recorded?: RecordedChunks;
  /** Whether the time is over: then no further chunk starts. */
  readonly isLate?: () => boolean;
}

const noRecordedChunks: RecordedChunks = { done: new Map(), halves: new Map() };

/**
 * Processes the rows of a part in chunks. Each chunk is committed together with its record, so that the next worker resumes
 * after a crash with the same result.
 * @returns undefined if the time ran out before the end
 */
export async function runPart(
  services: ErasedAddressServices,
  workspaceId: string,
  { rows, recorded = noRecordedChunks, isLate = () => false, ...partRef }: Part,
): Promise<ChunkOutcome | undefined> {
  const contactRows = rows.filter((row) => 'contact' in row);
  // A contact with an erased address must be created suppressed.
  await restoreSuppressions(
    services,
    workspaceId,
    contactRows.map(({ contact }) => contact.email),
  );
  await suppressRows(services, workspaceId, partRef.importId, contactRows);
  const chunks = splitIntoChunks(rows);
  const outcomes = new Map(recorded.done);
  const openChunks = [...chunks.entries()].filter(([position]) => !outcomes.has(position));
  const atOnce = contactRows.length > 0 ? chunksAtOnce : blocklistChunksAtOnce;
  const isDone = await forEachConcurrently(openChunks, atOnce, async ([position, chunkRows]) => {
    if (isLate()) return false;
    const chunk = { ...partRef, position, rows: chunkRows };
    const halves = recorded.halves.get(position);
    outcomes.set(position, await runBisected(services, workspaceId, chunk, halves));

    return true;
  });

  return isDone ? mergeOutcomes([...outcomes.values()]) : undefined;
}

/** Records every uncommitted row of a part as failed. Then a worker that still processes one of these chunks cannot commit it. */
export async function failPart(
  services: Services,
  workspaceId: string,
  { rows, recorded = noRecordedChunks, ...partRef }: Part,
  reason: string,
): Promise<ChunkOutcome> {
  const outcomes: ChunkOutcome[] = [];
  for (const [position, chunkRows] of splitIntoChunks(rows).entries()) {
    const chunk = { ...partRef, position, rows: chunkRows };
    const done = recorded.done.get(position);
    const halves = recorded.halves.get(position);
    outcomes.push(done ?? (await failBisected(services, workspaceId, chunk, reason, halves)));
  }

  return mergeOutcomes(outcomes);
}

/**
 * Splits rows into chunks that fit one transaction each. The split depends only on the rows, so that a retry finds the same
 * chunks.
 */
function splitIntoChunks(rows: readonly ImportedRow[]): ImportedRow[][] {
  const chunks: ImportedRow[][] = [];
  let writesLeft = 0;
  let bytesLeft = 0;
  for (const row of rows) {
    const writes = maxWritesOf(row);
    const bytes = Buffer.byteLength(JSON.stringify(row));
    if (writes > writesLeft || bytes > bytesLeft) {
      chunks.push([]);
      writesLeft = chunkWritesMax;
      bytesLeft = chunkBytesMax;
    }
    chunks.at(-1)?.push(row);
    writesLeft -= writes;
    bytesLeft -= bytes;
  }

  return chunks;
}

/**
 * Writes per contact: itself, its address claim, its event, the counter of a blocklist entry, its tags, and a new company with
 * its name claim. An existing contact needs fewer. A new suppressed contact has a second event. Writes per value of the
 * blocklist: its entry, the address claim, the contact and its two events. Executions need more. If that exceeds the limit, the
 * commit rejects the transaction before it is sent, and the chunk is halved.
 */
function maxWritesOf(row: ImportedRow): number {
  if (!('contact' in row)) return 5;
  const { tags, companyName } = row.contact;

  return 4 + tags.length + (companyName === undefined ? 0 : 2);
}
