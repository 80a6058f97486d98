import { failBisected, runBisected } from '#lib/contacts/import/bisection.ts';
import { inChunks } from '#lib/contacts/import/chunks.ts';
import { type ChunkOutcome, type RecordedChunks, together } from '#lib/contacts/import/items.ts';
import type { ImportedRow } from '#lib/contacts/import/parts.ts';
import type { Services } from '#lib/runtime/services.ts';

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

const nothingRecorded: RecordedChunks = { done: new Map(), halves: new Map() };

/**
 * Processes the rows of a part in chunks. Each chunk is committed together with its record, so that the next worker resumes
 * after a crash with the same result.
 * @returns undefined if the time ran out before the end
 */
export async function runPart(
  services: Services,
  workspaceId: string,
  { rows, recorded = nothingRecorded, isLate = () => false, ...place }: Part,
): Promise<ChunkOutcome | undefined> {
  const chunks = inChunks(rows);
  const outcomes = new Map(recorded.done);
  const open = [...chunks.entries()].filter(([position]) => !outcomes.has(position)).values();
  let isBroken = false;
  // Each lane starts the next chunk when it has finished one.
  const lane = async () => {
    for (const [position, members] of open) {
      if (isBroken || isLate()) return;
      const chunk = { ...place, position, rows: members };
      const halves = recorded.halves.get(position);
      outcomes.set(position, await runBisected(services, workspaceId, chunk, halves));
    }
  };
  const ends = await Promise.allSettled(
    Array.from({ length: chunksAtOnce }, () =>
      lane().catch((error: unknown) => {
        isBroken = true;
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;

  return outcomes.size < chunks.length ? undefined : together([...outcomes.values()]);
}

/** Fails every row of a part that is not committed. If another worker still processes such a chunk, its commit fails. */
export async function failPart(
  services: Services,
  workspaceId: string,
  { rows, recorded = nothingRecorded, ...place }: Part,
  reason: string,
): Promise<ChunkOutcome> {
  const outcomes: ChunkOutcome[] = [];
  for (const [position, members] of inChunks(rows).entries()) {
    const chunk = { ...place, position, rows: members };
    const done = recorded.done.get(position);
    const halves = recorded.halves.get(position);
    outcomes.push(done ?? (await failBisected(services, workspaceId, chunk, reason, halves)));
  }

  return together(outcomes);
}
