import type { ErasedAddressServices } from '#lib/contacts/addresses/erased-address.ts';
import { doneImportParts, importKey, lastNumberOf } from '#lib/contacts/import/items.ts';
import { processImportPart } from '#lib/contacts/import/part-run.ts';
import { endImport, findStartableImports, tryStart } from '#lib/contacts/import/queue.ts';
import { toImport } from '#lib/contacts/import/state.ts';
import type { ImportMessage } from '#lib/contacts/workers.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Receipt } from '#lib/runtime/consumer.ts';

/**
 * Maximum workers per import; each processes every fourth part. Each worker runs four chunks of 24 rows concurrently, so
 * 1,000 rows/s allow 380 ms per transaction. DynamoDB needs a fifth of that. Two imports of a workspace run concurrently and
 * use eight of the ten workers, so two are left for other workspaces.
 */
const workersMax = 4;

/** After this time, half of the timeout, a worker starts no further chunk and sends a message for the next one. Milliseconds. */
const workTimeMs = 30_000;

interface ImportServices extends ErasedAddressServices {
  readonly imports: Queue<ImportMessage>;
}

/**
 * Processes the unfinished parts of an import until the time is over. Idempotent: each chunk and each part has a record, so
 * concurrent or repeated work takes effect once. After a crash, the next worker resumes.
 */
export async function runImport(
  services: ImportServices,
  importMessage: ImportMessage,
  { receiveCount }: Pick<Receipt, 'receiveCount'> = { receiveCount: 1 },
): Promise<void> {
  const { table, now, imports } = services;
  const { workspaceId, importId, lane = 0 } = importMessage;
  const item = await table.get(importKey(workspaceId, importId), { consistent: true });
  if (!item) return;
  const accepted = toImport(item);
  // A message without a lane starts the import and its other workers. A waiting import gets one when another import ends.
  if (importMessage.lane === undefined && !(await tryStart(table, accepted))) return;
  const lanes = Math.min(workersMax, accepted.parts);
  if (importMessage.lane === undefined && lanes > 1) {
    const laneMessages = Array.from({ length: lanes - 1 }, (_, index) => ({
      ...importMessage,
      lane: index + 1,
    }));
    await imports.send(laneMessages.map((message) => ({ message })));
  }

  const { items } = await table.query(doneImportParts(workspaceId, importId));
  const done = new Set(items.map(lastNumberOf));
  const deadline = now() + workTimeMs;
  for (let part = lane; part < accepted.parts; part += lanes) {
    if (done.has(part)) continue;
    if (!(await processImportPart(services, accepted, part, { deadline, isRedelivered: receiveCount > 1 }))) {
      return imports.send([{ message: { workspaceId, importId, lane } }]);
    }
  }
  // Only the worker that finishes the last part ends the import. If it crashes before, the sweeper sends another message.
  if (!(await endImport(table, accepted))) return;
  const startableIds = await findStartableImports(table, workspaceId);
  await imports.send(startableIds.map((id) => ({ message: { workspaceId, importId: id } })));
}
