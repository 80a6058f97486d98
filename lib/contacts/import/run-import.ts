import { doneParts, importKey, positionOf } from '#lib/contacts/import/items.ts';
import { endPart } from '#lib/contacts/import/part-end.ts';
import { endImport, nextImports, takeTurn } from '#lib/contacts/import/queue.ts';
import { toImport } from '#lib/contacts/import/state.ts';
import type { ImportCall } from '#lib/contacts/workers.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Receipt } from '#lib/runtime/consumer.ts';
import type { Services } from '#lib/runtime/services.ts';

/**
 * Maximum workers per import; each processes every fourth part. Each worker runs four chunks of 24 rows concurrently, so
 * 1,000 rows/s allow 380 ms per transaction. DynamoDB needs a fifth of that. Two imports of a workspace run at once and use
 * eight of the ten workers, so two are left for other workspaces.
 */
const lanesMax = 4;

/** After this time, half of the timeout, a worker starts no further chunk and sends a message for the next one. Milliseconds. */
const shiftMs = 30_000;

interface ImportServices extends Services {
  readonly imports: Queue<ImportCall>;
}

/**
 * Processes the unfinished parts of an import until the time is over. Idempotent: each chunk and each part has a record, so
 * concurrent or repeated work takes effect once. After a crash, the next worker resumes.
 */
export async function runImport(
  services: ImportServices,
  call: ImportCall,
  { receives }: Pick<Receipt, 'receives'> = { receives: 1 },
): Promise<void> {
  const { table, now, imports } = services;
  const { workspaceId, importId, lane = 0 } = call;
  const item = await table.get(importKey(workspaceId, importId), { consistent: true });
  if (!item) return;
  const accepted = toImport(item);
  // A waiting import gets a message when another import ends.
  if (call.lane === undefined && !(await takeTurn(table, accepted))) return;
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
    if (!(await endPart(services, accepted, part, { shiftEnd, isRedelivered: receives > 1 }))) {
      return imports.send([{ message: { workspaceId, importId, lane } }]);
    }
  }
  // Only the worker that finishes the last part ends the import. If it crashes before, the sweeper sends another message.
  if (!(await endImport(table, accepted))) return;
  const next = await nextImports(table, workspaceId);
  await imports.send(next.map((id) => ({ message: { workspaceId, importId: id } })));
}
