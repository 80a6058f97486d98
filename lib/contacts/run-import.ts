import { planImportEnrolment } from '#lib/contacts/import-enrolment.ts';
import {
  type ChunkOutcome,
  chunksOfPart,
  doneParts,
  importKey,
  partKey,
  positionOf,
  toChunkOutcome,
  toPackedRows,
} from '#lib/contacts/import-items.ts';
import { runPart } from '#lib/contacts/import-part.ts';
import { unpackRows } from '#lib/contacts/import-parts.ts';
import { type AcceptedImport, importEnd, partEnd, toImport } from '#lib/contacts/import-state.ts';
import type { ImportCall } from '#lib/contacts/workers.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import { commit } from '#lib/runtime/commit.ts';
import type { Services } from '#lib/runtime/services.ts';
import { decideAnew } from '#lib/runtime/stale.ts';
import { TransactionRefused } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';

/**
 * So many workers are on one import at once, each on every fourth part. Each has four chunks of 24 rows under way, so that
 * 1,000 rows/s leave a transaction 380 ms; it takes DynamoDB a fifth of that.
 */
const lanesMax = 4;

/** After this a worker begins no further chunk and calls another: a half of its time. Milliseconds. */
const shiftMs = 30_000;

interface ImportServices extends Services {
  readonly imports: Queue<ImportCall>;
}

/**
 * Takes an import a good way on: parts that nobody has ended, each from where somebody left it. What is done twice at once
 * is done once, as each chunk and each part has its record; a worker that dies is followed by one that continues.
 */
export async function runImport(services: ImportServices, call: ImportCall): Promise<void> {
  const { table, now, imports } = services;
  const { workspaceId, importId, lane = 0 } = call;
  const item = await table.get(importKey(workspaceId, importId), { consistent: true });
  if (!item) return;
  const accepted = toImport(item);
  const lanes = Math.min(lanesMax, accepted.parts);
  if (call.lane === undefined && lanes > 1) {
    const others = Array.from({ length: lanes - 1 }, (_, other) => ({ ...call, lane: other + 1 }));
    await imports.send(others.map((message) => ({ message })));
  }

  const { items } = await table.query(doneParts(workspaceId, importId));
  const done = new Set(items.map(positionOf));
  const shiftEnd = now() + shiftMs;
  for (let part = lane; part < accepted.parts; part += lanes) {
    if (done.has(part)) continue;
    if (!(await endPart(services, accepted, part, shiftEnd))) {
      return imports.send([{ message: { workspaceId, importId, lane } }]);
    }
  }
  // Only the last of all finds that all is done; whoever dies before it is followed by whom the sweeper calls.
  await updateIf(table, importEnd(accepted));
}

/** @returns whether there was time for it */
async function endPart(
  services: Services,
  accepted: AcceptedImport,
  part: number,
  shiftEnd: number,
): Promise<boolean> {
  const { table, now } = services;
  const { workspaceId, importId, onDuplicate } = accepted;
  if (now() > shiftEnd) return false;
  const [item, chunks] = await Promise.all([
    table.get(partKey(workspaceId, importId, part), { consistent: true }),
    table.query(chunksOfPart(workspaceId, importId, part)),
  ]);
  if (!item) throw new Error(`part ${part} of an import is gone`);
  const outcome = await runPart(services, workspaceId, {
    ...{ importId, part, onDuplicate, isInline: false },
    rows: unpackRows(toPackedRows(item)),
    done: new Map(chunks.items.map((each) => [positionOf(each), toChunkOutcome(each)])),
    isLate: () => now() > shiftEnd,
  });
  if (!outcome) return false;
  await decideAnew(() => settlePart(services, accepted, part, outcome));

  return true;
}

/** The part's sums and the enrolment of its people, once: who comes second finds that it is done. */
async function settlePart(
  services: Services,
  accepted: AcceptedImport,
  part: number,
  outcome: ChunkOutcome,
): Promise<void> {
  const { workspaceId, campaignId } = accepted;
  const {
    result,
    writes,
    calls = [],
  } = await planImportEnrolment(services, workspaceId, campaignId, outcome);
  const { created, updated, skipped, errors } = outcome;
  const { enrolled, notEnrolled } = result;
  const added = {
    ...{ partsDone: 1, created: created.length, updated: updated.length, skipped: skipped.length },
    ...{ failed: errors.length, enrolled, notEnrolled: notEnrolled.length },
  };
  const end = partEnd(accepted, part, { added, detail: { errors, notEnrolled }, now: services.now() });
  try {
    await commit(services, workspaceId, { writes: [...end, ...writes], calls });
  } catch (error) {
    if (!(error instanceof TransactionRefused) || !error.failed.has(0)) throw error;
  }
}
