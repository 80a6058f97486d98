import { runBlocklistChunk } from '#lib/contacts/import/blocklist/blocklist-chunk.ts';
import { type Chunk, failChunk, runImportChunk } from '#lib/contacts/import/chunk.ts';
import { type ChunkOutcome, mergeOutcomes } from '#lib/contacts/import/items.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';
import type { Services } from '#lib/runtime/services.ts';

const rowReason = 'cannot be stored: shorten its values and import the row again';

/**
 * Runs a chunk. If it fails because of its rows, it is halved until each failing row is isolated. Only those rows fail.
 * @param committedPaths paths of halves that are already committed; a chunk with such halves is always run in halves
 */
export async function runBisected(
  services: Services,
  workspaceId: string,
  chunk: Chunk,
  committedPaths: readonly string[] = [],
): Promise<ChunkOutcome> {
  if (!wasHalved(chunk, committedPaths)) {
    try {
      return await runChunk(services, workspaceId, chunk);
    } catch (error) {
      // A retry may succeed: the rows did not cause these errors.
      if (isServiceFault(error) || error instanceof StaleDecision) throw error;
      if (chunk.rows.length === 1) return failChunk(services, workspaceId, chunk, rowReason, error);
    }
  }

  return runHalves(chunk, (half) => runBisected(services, workspaceId, half, committedPaths));
}

function runChunk(services: Services, workspaceId: string, chunk: Chunk): Promise<ChunkOutcome> {
  const { rows } = chunk;

  return rows.every((row) => 'contact' in row)
    ? runImportChunk(services, workspaceId, { ...chunk, rows })
    : runBlocklistChunk(services, workspaceId, { ...chunk, rows: rows.filter((row) => 'value' in row) });
}

/** Fails the rows of a chunk, except the rows of halves that are already committed. */
export async function failBisected(
  services: Services,
  workspaceId: string,
  chunk: Chunk,
  reason: string,
  committedPaths: readonly string[] = [],
): Promise<ChunkOutcome> {
  return wasHalved(chunk, committedPaths)
    ? runHalves(chunk, (half) => failBisected(services, workspaceId, half, reason, committedPaths))
    : failChunk(services, workspaceId, chunk, reason);
}

/** A half's path begins with the path of its chunk: see `ChunkRef`. */
function wasHalved({ path = '', rows }: Chunk, committedPaths: readonly string[]): boolean {
  return (
    rows.length > 1 && committedPaths.some((other) => other.length > path.length && other.startsWith(path))
  );
}

async function runHalves(chunk: Chunk, run: (half: Chunk) => Promise<ChunkOutcome>): Promise<ChunkOutcome> {
  const { path = '', rows } = chunk;
  const middle = Math.ceil(rows.length / 2);
  const first = await run({ ...chunk, path: `${path}0`, rows: rows.slice(0, middle) });
  const second = await run({ ...chunk, path: `${path}1`, rows: rows.slice(middle) });

  return mergeOutcomes([first, second]);
}
