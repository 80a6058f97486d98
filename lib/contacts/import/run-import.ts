import { doneParts, importKey, positionOf } from '#lib/contacts/import/items.ts';
import { endPart } from '#lib/contacts/import/part-end.ts';
import { endImport, nextImports, takeTurn } from '#lib/contacts/import/queue.ts';
import { toImport } from '#lib/contacts/import/state.ts';
import type { ImportCall } from '#lib/contacts/workers.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Receipt } from '#lib/runtime/consumer.ts';
import type { Services } from '#lib/runtime/services.ts';

/**
 * So many workers are on one import at once, each on every fourth part. Each has four chunks of 24 rows under way, so that
 * 1,000 rows/s leave a transaction 380 ms; it takes DynamoDB a fifth of that. Two imports of a workspace run at once: they
 * take eight of the ten workers that there are, so that two are left for other workspaces.
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
  // An import whose turn has not come is called when another one ends.
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
  // Only the last of all finds that all is done; whoever dies before it is followed by whom the sweeper calls.
  if (!(await endImport(table, accepted))) return;
  const next = await nextImports(table, workspaceId);
  await imports.send(next.map((id) => ({ message: { workspaceId, importId: id } })));
}
