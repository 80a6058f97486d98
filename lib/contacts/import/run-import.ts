import type { ErasedAddressServices } from '#lib/contacts/addresses/erased-address.ts';
import { doneImportParts, importKey, progressKey } from '#lib/contacts/import/items.ts';
import { processImportPart } from '#lib/contacts/import/process-part.ts';
import {
  abandonImport,
  endImport,
  importQueuePartition,
  tryStartImport,
} from '#lib/contacts/import/queue.ts';
import { toImport } from '#lib/contacts/import/state.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Receipt } from '#lib/runtime/consumer.ts';
import { endAfterFailures } from '#lib/runtime/count-attempts.ts';
import { lastNumberOf } from '#lib/storage/item.ts';
import { findStartable } from '#lib/storage/run-queue.ts';
import type { ImportMessage } from '#lib/values/queues.ts';

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

/** Runs an import. After three errors outside of its parts, the import ends as failed, and the next one starts. */
export async function runImport(
  services: ImportServices,
  message: ImportMessage,
  receipt: Pick<Receipt, 'receiveCount'> = { receiveCount: 1 },
): Promise<void> {
  const { workspaceId, importId } = message;
  const giveUp = async () => {
    if (await abandonImport(services, message)) await startWaitingImports(services, workspaceId);
  };
  await endAfterFailures(services.table, progressKey(workspaceId, importId), giveUp, () =>
    advance(services, message, receipt),
  );
}

/**
 * Processes the unfinished parts of an import until the time is over. Idempotent: each chunk and each part has a record, so
 * concurrent or repeated work takes effect once. After a crash, the next worker resumes.
 */
async function advance(
  services: ImportServices,
  message: ImportMessage,
  { receiveCount }: Pick<Receipt, 'receiveCount'>,
): Promise<void> {
  const { table, now, imports } = services;
  const { workspaceId, importId, lane = 0 } = message;
  const item = await table.get(importKey(workspaceId, importId), { consistent: true });
  if (!item) return;
  const accepted = toImport(item);
  // A message without a lane starts the import and its other workers. A waiting import gets one when another import ends.
  if (message.lane === undefined && !(await tryStartImport(table, accepted))) return;
  const lanes = accepted.purpose === 'blocklist' ? 1 : Math.min(workersMax, accepted.parts);
  if (message.lane === undefined) {
    const otherLanes = Array.from({ length: lanes - 1 }, (_, index) => index + 1);
    await imports.send(otherLanes.map((other) => ({ message: { ...message, lane: other } })));
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
  if (await endImport(table, accepted)) await startWaitingImports(services, workspaceId);
}

async function startWaitingImports({ table, imports }: ImportServices, workspaceId: string): Promise<void> {
  const startableIds = await findStartable(table, importQueuePartition(workspaceId));
  await imports.send(startableIds.map((id) => ({ message: { workspaceId, importId: id } })));
}
