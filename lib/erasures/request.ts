import type { Change } from '#lib/commit/change.ts';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { readContactPartition } from '#lib/contacts/stored.ts';
import type { Erasure } from '#lib/erasures/erasure.ts';
import { erasureKind, presentErasure, type StoredErasure, toStoredErasure } from '#lib/erasures/items.ts';
import { findJob, jobStart, newJobFields } from '#lib/jobs/jobs.ts';
import type { Services } from '#lib/runtime/services.ts';
import type { Table } from '#lib/storage/table.ts';
import { notFound, Problem } from '#lib/values/problem.ts';

/**
 * Deletes the contact and starts the job that erases its data. A contact that was deleted before can be erased, too. A
 * repeated request returns the first erasure.
 * @throws Problem 404 if the table has no item of the contact
 */
export async function planErasure(
  services: Services,
  workspaceId: string,
  contactId: string,
): Promise<Change<Erasure>> {
  const { table, now } = services;
  const erasure = newErasure(workspaceId, contactId, now());
  const deletion = await planDeletion(services, erasure);
  // Read last: a concurrent erasure may have deleted the items before they were read.
  const known = await findJob(table, { workspaceId, id: contactId });
  if (known) return { writes: [], result: presentErasure(toStoredErasure(known)) };
  if (!deletion) throw notFound();
  const { writes, messages } = jobStart(erasure, { isKept: true });

  return {
    ...deletion,
    writes: [...writes, ...deletion.writes],
    messages,
    result: presentErasure(erasure),
  };
}

/** @returns a plan without writes for a contact that was deleted before; undefined if the table has no item of it */
async function planDeletion(services: Services, { workspaceId, id: contactId, createdAt }: StoredErasure) {
  try {
    return await planContactDeletion(services, workspaceId, contactId, createdAt);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'NOT_FOUND') throw error;
  }
  const { items } = await readContactPartition(services.table, workspaceId, contactId, '', 1);

  return items.length === 0 ? undefined : { writes: [] };
}

function newErasure(workspaceId: string, contactId: string, now: number): StoredErasure {
  return {
    ...newJobFields(erasureKind, { workspaceId, id: contactId }, now),
    isQueued: true,
    pass: 1,
    stage: 'imports',
    position: '',
    hasOpenImport: false,
  };
}

/** @throws Problem 404 */
export async function getErasure(
  { table }: { readonly table: Table },
  workspaceId: string,
  contactId: string,
): Promise<Erasure> {
  const item = await findJob(table, { workspaceId, id: contactId });
  if (!item) throw notFound();

  return presentErasure(toStoredErasure(item));
}
