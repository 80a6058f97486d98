import { eventErasure } from '#lib/commit/erase-event.ts';
import { idOfStoredEvent } from '#lib/commit/stored-event.ts';
import { formerAddressPrefix } from '#lib/contacts/addresses/former-address.ts';
import { isContactItem, readContactPartition } from '#lib/contacts/stored.ts';
import type { StoredErasure } from '#lib/erasures/items.ts';
import { executionErasure } from '#lib/executions/erase-execution.ts';
import type { Item, Table, Write } from '#lib/storage/table.ts';
import { transactIf } from '#lib/storage/transact-if.ts';
import { eraseDeliveries } from '#lib/webhooks/delivery/erase.ts';

/** Items per transaction: an item has up to 400 KB, and a transaction up to 4 MB. */
const chunkSize = 10;

/**
 * Erases the next items of all domains in the contact's partition. Events and executions stay without personal
 * data, because statistics are recounted from them. Former addresses are needed until the last stage. Idempotent.
 * @returns the position of the next chunk; undefined at the end
 */
export async function eraseContactChunk(
  table: Table,
  { workspaceId, id: contactId, position }: StoredErasure,
): Promise<string | undefined> {
  const { items, hasMore } = await readContactPartition(table, workspaceId, contactId, position, chunkSize);
  await writeIfPresent(
    table,
    items.flatMap((item) => erasingWrite(item) ?? []),
  );
  const events = items.filter((item) => eventErasure(item) !== undefined);
  await eraseDeliveries(table, workspaceId, events.map(idOfStoredEvent));

  return hasMore ? items.at(-1)?.sk : undefined;
}

/** Undefined for items that are not erased here: the contact itself and its former addresses. */
function erasingWrite(item: Item): Write | undefined {
  const { pk, sk } = item;
  if (isContactItem(item) || sk.startsWith(formerAddressPrefix)) return undefined;

  return executionErasure(item) ?? eventErasure(item) ?? { delete: { pk, sk } };
}

/** If an item was deleted concurrently, the others are written one by one. */
async function writeIfPresent(table: Table, writes: readonly Write[]): Promise<void> {
  if (writes.length === 0 || (await transactIf(table, writes))) return;
  for (const write of writes) await transactIf(table, [write]);
}
