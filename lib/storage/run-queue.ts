import type { Item, Key, Put, Table } from '#lib/storage/table.ts';
import { updateIf } from '#lib/storage/update-if.ts';
import { sortableTime } from '#lib/storage/worklist.ts';

/*
 * The unfinished jobs of one kind of a workspace, in the order of acceptance: one partition, <time>#<id>. The first two run and
 * the others wait, so that a workspace cannot use all workers. Two run, so that a job that fails repeatedly does not block the
 * others.
 */
const runningMax = 2;

/** Place of a job in the queue. */
export interface QueuePlace {
  /** The partition of the workspace's queue. */
  readonly pk: string;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
}

export function queueKey({ pk, id, queuedAt }: QueuePlace): Key {
  return { pk, sk: `${sortableTime(queuedAt)}#${id}` };
}

export function queuePut(place: QueuePlace, attributes: Readonly<Record<string, unknown>>): Put {
  return { put: { ...queueKey(place), ...attributes } };
}

/** Marks a job as started if it is among the first of its queue. @returns whether it may run */
export async function tryStartQueued(table: Table, place: QueuePlace): Promise<boolean> {
  const first = await readFirst(table, place.pk);
  if (!first.some((entry) => idOf(entry) === place.id)) return false;
  const update = { update: queueKey(place), set: { isStarted: true }, if: { pk: 'present' } } as const;

  return (await updateIf(table, update)) !== undefined;
}

/** Ids of jobs that may run and are not started. */
export async function findStartable(table: Table, pk: string): Promise<string[]> {
  const first = await readFirst(table, pk);

  return first.filter(({ isStarted }) => isStarted === undefined).map(idOf);
}

async function readFirst(table: Table, pk: string): Promise<readonly Item[]> {
  const { items } = await table.query({ pk, limit: runningMax, consistent: true });

  return items;
}

const idOf = ({ sk }: Item) => sk.slice(sk.indexOf('#') + 1);
