import { planAddition } from '#lib/blocklist/add.ts';
import { commit } from '#lib/commit/commit.ts';
import type { RowChunk } from '#lib/contacts/import/chunk.ts';
import { type ChunkOutcome, importRecordPut, toChunkOutcome } from '#lib/contacts/import/items.ts';
import type { BlocklistRow } from '#lib/contacts/import/rows.ts';
import type { Services } from '#lib/runtime/services.ts';
import { TransactionRefused } from '#lib/storage/table.ts';

/**
 * Adds the values of a chunk to the blocklist, as `POST /blocklist` does, and writes its record in one transaction. Idempotent.
 * @returns ids of new and of existing entries, also if the chunk was already committed
 */
export async function runBlocklistChunk(
  services: Services,
  workspaceId: string,
  chunk: RowChunk<BlocklistRow>,
): Promise<ChunkOutcome> {
  const additions = await Promise.all(
    chunk.rows.map(({ value, note = `Import ${chunk.importId}` }) =>
      planAddition(services, workspaceId, { value, reason: 'import', note }),
    ),
  );
  const changes = additions.map(({ change }) => change);
  const idsOf = (wanted: boolean) =>
    additions.flatMap(({ isNew, change }) => (isNew === wanted ? [change.result.id] : []));
  const outcome: ChunkOutcome = {
    count: chunk.rows.length,
    created: idsOf(true),
    updated: [],
    skipped: idsOf(false),
    errors: [],
  };
  try {
    await commit(services, workspaceId, {
      writes: [
        importRecordPut(workspaceId, chunk, outcome, services.now()),
        ...changes.flatMap(({ writes }) => writes),
      ],
      events: changes.flatMap(({ events = [] }) => events),
      increments: changes.flatMap(({ increments = [] }) => increments),
      messages: changes.flatMap(({ messages = [] }) => messages),
    });

    return outcome;
  } catch (error) {
    // The first write is the chunk's record. It fails if the chunk was already committed.
    if (error instanceof TransactionRefused && error.failed.has(0))
      return toChunkOutcome(error.failed.get(0));
    throw error;
  }
}
