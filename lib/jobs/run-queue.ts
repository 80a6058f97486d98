import { queuePartition } from '#lib/jobs/items.ts';
import type { StoredJob } from '#lib/jobs/job.ts';
import { reportExpiry } from '#lib/storage/item.ts';
import { type Item, type Key, type Put, type Table, updateIf } from '#lib/storage/table.ts';
import { sortableTime } from '#lib/storage/worklist.ts';

/*
 * A run queue has the unfinished jobs of one kind of a workspace, such as imports, in the order of acceptance. It is one
 * partition with the sort keys <time>#<id>. The first two jobs run and the others wait, so that a workspace cannot use all
 * workers. Two jobs run, so that a job that fails repeatedly does not block the others. A job that is delayed moves to its
 * time (`notBefore`), behind all jobs of earlier times, so that delayed jobs block no others.
 */
const runningMax = 2;

type QueuedJob = Pick<StoredJob, 'workspaceId' | 'id' | 'kind' | 'createdAt' | 'notBefore'>;

const queueTime = ({ createdAt, notBefore = 0 }: QueuedJob) => Math.max(Date.parse(createdAt), notBefore);

/** Key of the job's entry in the run queue. */
export function queueKey(job: QueuedJob): Key {
  return {
    pk: queuePartition(job.workspaceId, job.kind),
    sk: `${sortableTime(queueTime(job))}#${job.id}`,
  };
}

/** Adds a job to the run queue, behind all jobs of earlier times. */
export function queuePut(job: QueuedJob): Put {
  return { put: { ...queueKey(job), ...reportExpiry(queueTime(job)) } };
}

/** Marks a job as started if it is among the first of its queue. @returns whether it may run, also if it was started before */
export async function tryStartQueued(table: Table, job: QueuedJob): Promise<boolean> {
  const firstEntries = await readQueue(table, job, runningMax);
  const entry = firstEntries.find((each) => idOf(each) === job.id);
  if (!entry || entry['isStarted'] === true) return entry !== undefined;
  const update = { update: queueKey(job), set: { isStarted: true }, if: { pk: 'present' } } as const;

  return (await updateIf(table, update)) !== undefined;
}

/** Ids of jobs that may run and are not started. */
export async function findStartable(table: Table, job: QueuedJob): Promise<string[]> {
  const firstEntries = await readQueue(table, job, runningMax);

  return firstEntries.filter(({ isStarted }) => isStarted === undefined).map(idOf);
}

/** The first unfinished jobs of a kind in a workspace. */
export async function readQueue(
  table: Table,
  { workspaceId, kind }: Pick<QueuedJob, 'workspaceId' | 'kind'>,
  limit: number,
): Promise<readonly Item[]> {
  const pk = queuePartition(workspaceId, kind);
  const { items } = await table.query({ pk, limit });

  return items;
}

const idOf = ({ sk }: Item) => sk.slice(sk.indexOf('#') + 1);
