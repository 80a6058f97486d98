import * as z from 'zod/mini';
import type { Erasure } from '#lib/erasures/erasure.ts';
import { storedJob } from '#lib/jobs/job.ts';
import type { Item } from '#lib/storage/table.ts';

const stages = ['imports', 'contact', 'exports', 'bulk_jobs', 'addresses'] as const;
export type Stage = (typeof stages)[number];

export const erasureKind = 'erasure';

/** An erasure is a job with the id of the contact. It never expires. */
const StoredErasure = z.object({
  ...storedJob,
  /** The contact's data is read at least twice: see `passDelayMs`. */
  pass: z.int(),
  stage: z.enum(stages),
  /** Where the stage continues, in a format of the stage; empty at its start. */
  position: z.string(),
  /** Whether an unfinished import has an address of the contact, or a bulk job has not ended, as seen in this pass. */
  hasOpenImport: z.boolean(),
});
export type StoredErasure = z.infer<typeof StoredErasure>;

export const toStoredErasure = (item: Item): StoredErasure => StoredErasure.parse(item);

export function presentErasure({ id, createdAt, endedAt }: StoredErasure): Erasure {
  return {
    contactId: id,
    status: endedAt === undefined ? 'running' : 'completed',
    requestedAt: createdAt,
    completedAt: endedAt ?? null,
  };
}
