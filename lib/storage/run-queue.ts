import { type Item, type Key, type Put, type Table, updateIf } from '#lib/storage/table.ts';
import { sortableTime } from '#lib/storage/worklist.ts';

/*
 * A run queue has the unfinished jobs of one kind of a workspace, such as imports, in the order of acceptance. It is one
 * partition with the sort keys <time>#<id>. The first two jobs run and the others wait, so that a workspace cannot use all
 * workers. Two jobs run, so that a job that fails repeatedly does not block the others.
 */
const runningMax = 2;

/** A job and its position in the queue of its workspace. */
export interface QueuedJob {
  /** The partition of the workspace's queue. */
  readonly pk: string;
  readonly id: string;
  /** Epoch milliseconds. */
  readonly queuedAt: number;
}

/** Key of the job's entry in the run queue. */
export function queueKey({ pk, id, queuedAt }: QueuedJob): Key {
  return { pk, sk: `${sortableTime(queuedAt)}#${id}` };
}

/** Adds a job at the end of the run queue. */
export function queuePut(job: QueuedJob, attributes: Readonly<Record<string, unknown>>): Put {
  return { put: { ...queueKey(job), ...attributes } };
}

/** Marks a job as started if it is among the first of its queue. @returns whether it may run */
export async function tryStartQueued(table: Table, job: QueuedJob): Promise<boolean> {
  const firstEntries = await readFirst(table, job.pk);
  if (!firstEntries.some((entry) => idOf(entry) === job.id)) return false;
  const update = { update: queueKey(job), set: { isStarted: true }, if: { pk: 'present' } } as const;

  return (await updateIf(table, update)) !== undefined;
}

/** Ids of jobs that may run and are not started. */
export async function findStartable(table: Table, pk: string): Promise<string[]> {
  const firstEntries = await readFirst(table, pk);

  return firstEntries.filter(({ isStarted }) => isStarted === undefined).map(idOf);
}

async function readFirst(table: Table, pk: string): Promise<readonly Item[]> {
  const { items } = await table.query({ pk, limit: runningMax, consistent: true });

  return items;
}

const idOf = ({ sk }: Item) => sk.slice(sk.indexOf('#') + 1);
