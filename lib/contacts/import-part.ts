import { runChunk } from '#lib/contacts/import-chunk.ts';
import { inChunks } from '#lib/contacts/import-chunks.ts';
import type { ChunkOutcome } from '#lib/contacts/import-items.ts';
import type { ImportedRow } from '#lib/contacts/import-parts.ts';
import type { Services } from '#lib/runtime/services.ts';

const chunksAtOnce = 4;

export interface Part {
  readonly importId: string;
  readonly part: number;
  readonly rows: readonly ImportedRow[];
  readonly onDuplicate: 'skip' | 'update';
  readonly isInline: boolean;
  /** Chunks that were committed before, by their position. */
  readonly done?: ReadonlyMap<number, ChunkOutcome>;
  /** Whether no further chunk is to be begun. */
  readonly isLate?: () => boolean;
}

/**
 * Sees to the rows of a part, chunk by chunk: more than one transaction holds. Each chunk is committed together with its
 * record, so whoever comes after one who died goes on where he stopped, and comes to the same.
 * @returns undefined when it grew late before the end
 */
export async function runPart(
  services: Services,
  workspaceId: string,
  { rows, done = new Map(), isLate = () => false, ...place }: Part,
): Promise<ChunkOutcome | undefined> {
  const chunks = inChunks(rows);
  const outcomes = new Map(done);
  const open = [...chunks.entries()].filter(([position]) => !outcomes.has(position)).values();
  let isBroken = false;
  // Each lane takes the next chunk as soon as it has finished one.
  const lane = async () => {
    for (const [position, members] of open) {
      if (isBroken || isLate()) return;
      outcomes.set(position, await runChunk(services, workspaceId, { ...place, position, rows: members }));
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

export function together(outcomes: readonly ChunkOutcome[]): ChunkOutcome {
  return {
    created: outcomes.flatMap(({ created }) => created),
    updated: outcomes.flatMap(({ updated }) => updated),
    skipped: outcomes.flatMap(({ skipped }) => skipped),
    errors: outcomes.flatMap(({ errors }) => errors).sort((one, other) => one.row - other.row),
  };
}
