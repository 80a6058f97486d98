import { commit } from '#lib/commit/commit.ts';
import type { JobChange, Progress } from '#lib/jobs/description.ts';
import { jobKey, toStoredJob } from '#lib/jobs/items.ts';
import type { Services } from '#lib/runtime/services.ts';
import { type Item, type Update, updateIf } from '#lib/storage/table.ts';
import { dueAtOf, worklistAttributeNames, worklistAttributes } from '#lib/storage/worklist.ts';
import { timestamp } from '#lib/values/ids.ts';

/** Another worker has continued the job, or it was cancelled or has ended. */
export class JobChanged extends Error {
  override readonly name = 'JobChanged';
}

/** The place in the worklist moves this rarely, because a move costs as much as the rest of the progress. Milliseconds. */
const worklistStepMs = 20_000;

/**
 * Commits a change with the progress of its job, on the condition that the job is as it was read.
 * @returns the job after the commit
 * @throws JobChanged, or TransactionRefused if another condition failed
 */
export async function commitChunk(
  services: Pick<Services, 'table' | 'now'>,
  job: Item,
  change: JobChange,
  progress: Progress,
): Promise<Item> {
  const update = progressUpdate(job, progress, services.now());
  if (Object.values(change).every((list) => !Array.isArray(list) || list.length === 0)) {
    // A single update costs half of a transaction.
    const updated = await updateIf(services.table, update);
    if (!updated) throw new JobChanged('the job has changed');

    return updated;
  }
  const otherwise = () => new JobChanged('the job has changed');
  const writes = [{ ...update, otherwise }, ...change.writes];
  await commit(services, toStoredJob(job).workspaceId, { ...change, writes });

  return updatedItem(job, update);
}

function progressUpdate(item: Item, { set, add, remove = [], notBefore, end }: Progress, now: number) {
  const job = toStoredJob(item);
  const dueAt = Math.max(now, notBefore ?? 0);
  const isDueLater = dueAt - dueAtOf(item) > worklistStepMs;
  const time = timestamp(now);

  return {
    update: jobKey(job),
    set: {
      ...(job.startedAt === undefined && { startedAt: time }),
      ...(notBefore !== undefined && { notBefore }),
      ...set,
      ...(end === undefined
        ? isDueLater && worklistAttributes('job', job.id, dueAt)
        : { endedAt: time, ...(end !== 'done' && { failure: { ...end, occurredAt: time } }) }),
    },
    add: { chunks: 1, ...add },
    remove: ['attempts', ...remove, ...(end === undefined ? [] : worklistAttributeNames)],
    if: {
      chunks: { is: job.chunks },
      endedAt: 'absent',
      ...(job.cancelledAt === undefined && { cancelledAt: 'absent' }),
    },
  } as const satisfies Update;
}

/** The item as the table has it after an update. */
function updatedItem({ pk, sk, ...item }: Item, update: ReturnType<typeof progressUpdate>): Item {
  const { set, add, remove } = update;
  const sums = Object.entries(add).map(([name, by]) => [name, Number(item[name] ?? 0) + by]);
  const kept = Object.entries({ ...item, ...set }).filter(([name]) => !remove.includes(name));

  return { pk, sk, ...Object.fromEntries([...kept, ...sums]) };
}
