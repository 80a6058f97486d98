import { type ErasedAddressServices, restoreSuppressions } from '#lib/contacts/addresses/erased-address.ts';
import { failBisected, runBisected } from '#lib/contacts/import/bisection.ts';
import { splitIntoChunks } from '#lib/contacts/import/chunks.ts';
import { type ChunkOutcome, mergeOutcomes, type RecordedChunks } from '#lib/contacts/import/items.ts';
import type { ImportedRow } from '#lib/contacts/import/parts.ts';
import type { Services } from '#lib/runtime/services.ts';

/** Chunks of one part that run concurrently. */
const chunksAtOnce = 4;

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
  // A contact with an erased address must be created suppressed.
  await restoreSuppressions(
    services,
    workspaceId,
    rows.map(({ contact }) => contact.email),
  );
  const chunks = splitIntoChunks(rows);
  const outcomes = new Map(recorded.done);
  // One iterator for all lanes: each takes the next open chunk when it has finished one.
  const openChunks = [...chunks.entries()].filter(([position]) => !outcomes.has(position)).values();
  let hasFailed = false;
  const runLane = async () => {
    for (const [position, chunkRows] of openChunks) {
      if (hasFailed || isLate()) return;
      const chunk = { ...partRef, position, rows: chunkRows };
      const halves = recorded.halves.get(position);
      outcomes.set(position, await runBisected(services, workspaceId, chunk, halves));
    }
  };
  const results = await Promise.allSettled(
    Array.from({ length: chunksAtOnce }, () =>
      runLane().catch((error: unknown) => {
        hasFailed = true;
        throw error;
      }),
    ),
  );
  for (const result of results) if (result.status === 'rejected') throw result.reason;

  return outcomes.size < chunks.length ? undefined : mergeOutcomes([...outcomes.values()]);
}

/** Records every uncommitted row of a part as failed. If another worker still processes one of these chunks, its commit fails. */
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
