import * as z from 'zod/mini';
import { Erasure } from '#lib/erasures/erasure.ts';
import { StaleDecision } from '#lib/runtime/retry-on-conflict.ts';
import type { Item, Key, Put, Update } from '#lib/storage/table.ts';
import { worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';

/*
 * | access pattern                              | how                                                  |
 * |---------------------------------------------|------------------------------------------------------|
 * | the erasure of a contact                    | GetItem W#<workspace>#ERASURE#<contact>, ERASURE      |
 * | erasures without progress                   | worklist `erasure`                                   |
 */
export function erasureKey(workspaceId: string, contactId: string): Key {
  return { pk: `W#${workspaceId}#ERASURE#${contactId}`, sk: 'ERASURE' };
}

const stages = ['imports', 'contact', 'exports', 'bulk_jobs', 'addresses'] as const;
export type Stage = (typeof stages)[number];

const StoredErasure = z.object({
  ...Erasure.shape,
  workspaceId: z.string(),
  completedAt: z._default(Erasure.shape.completedAt, null),
  /** The contact's data is read at least twice: see `passDelayMs`. */
  pass: z.int(),
  stage: z.enum(stages),
  /** Where the stage continues, in a format of the stage; empty at its start. */
  position: z.string(),
  /** Whether an unfinished import has an address of the contact, or a bulk job has not ended, as seen in this pass. */
  hasOpenImport: z.boolean(),
  /** Epoch milliseconds before which the pass does not begin. */
  notBefore: z.int(),
});
export type StoredErasure = z.infer<typeof StoredErasure>;

export const toStoredErasure = (item: Item): StoredErasure => StoredErasure.parse(item);

export function presentErasure({ contactId, status, requestedAt, completedAt }: StoredErasure): Erasure {
  return { contactId, status, requestedAt, completedAt };
}

export function erasurePut(erasure: StoredErasure): Put {
  const { workspaceId, contactId, notBefore } = erasure;

  return {
    put: {
      ...erasureKey(workspaceId, contactId),
      ...erasure,
      ...worklistAttributes('erasure', contactId, notBefore),
    },
    if: { pk: 'absent' },
    otherwise: () => new StaleDecision('the erasure was requested concurrently'),
  };
}

/** The write that records progress. Its condition fails if another worker has made progress. */
export function progressUpdate(before: StoredErasure, after: StoredErasure, now: number): Update {
  const { workspaceId, contactId, notBefore } = after;
  const isCompleted = after.status === 'completed';
  const { pass, stage, position } = before;

  return {
    update: erasureKey(workspaceId, contactId),
    set: {
      ...after,
      ...(!isCompleted && worklistAttributes('erasure', contactId, Math.max(now, notBefore))),
    },
    ...(isCompleted && { remove: worklistAttributeNames }),
    if: { pass: { is: pass }, stage: { is: stage }, position: { is: position } },
  };
}
