import { NewBulkJob } from '#lib/bulk-jobs/bulk-job.ts';
import { planBulkJob } from '#lib/bulk-jobs/create.ts';
import { commit } from '#lib/commit/commit.ts';
import { jobKey } from '#lib/jobs/items.ts';
import type { Bench } from '../support/bench.ts';
import type { EndpointSubject } from '../support/endpoint-scenario.ts';
import { manyItems, readTargets, writeTarget } from '../support/figures.ts';
import { addCopies, fixedId, seedContacts } from '../support/fixtures.ts';
import { deliverMessage } from '../support/invoke.ts';

/** A job that tags contacts. @returns its id */
export async function seedBulkJob(
  bench: Bench,
  workspaceId: string,
  contactIds: readonly string[],
): Promise<string> {
  const input = NewBulkJob.parse({ action: 'add_tags', tags: ['vip'], contactIds });
  const change = await planBulkJob(bench, workspaceId, input);
  await commit(bench, workspaceId, change);

  return change.result.id;
}

const aJob: EndpointSubject['prepare'] = async (bench, workspaceId) => ({
  params: { id: await seedBulkJob(bench, workspaceId, [fixedId('con', 0)]) },
});

export const bulkJobSubjects: readonly EndpointSubject[] = [
  {
    // The job with its place in the worklist, its place in the queue, the outbox.
    operation: 'bulk-jobs.create',
    target: writeTarget(3, 1),
    why: 'the queue is read first, to limit the unfinished jobs of a workspace',
    prepare: () => ({ body: { action: 'add_tags', tags: ['vip'], filter: { tag: 'lead' } } }),
  },
  {
    operation: 'bulk-jobs.list',
    target: readTargets.page,
    async prepare(bench, workspaceId) {
      const jobId = await seedBulkJob(bench, workspaceId, [fixedId('con', 0)]);
      await deliverMessage('jobs.run', { workspaceId, jobId });
      await addCopies(bench, jobKey({ workspaceId, id: jobId }), 'bjb', manyItems);

      return {};
    },
  },
  { operation: 'bulk-jobs.get', target: readTargets.one, prepare: aJob },
  {
    operation: 'bulk-jobs.list-items',
    target: readTargets.page,
    why: 'the job is read before its records, and the records before their contacts',
    async prepare(bench, workspaceId) {
      const contacts = await seedContacts(bench, workspaceId, manyItems);
      const ids = contacts.map(({ id }) => id);
      const jobId = await seedBulkJob(bench, workspaceId, ids);
      await deliverMessage('jobs.run', { workspaceId, jobId });

      return { params: { id: jobId } };
    },
  },
  {
    // The job, the outbox.
    operation: 'bulk-jobs.cancel',
    target: writeTarget(2, 0),
    prepare: aJob,
  },
];
