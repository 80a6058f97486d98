import { beforeAll, expect, test } from 'vitest';
import { findJob, jobStart, newJobFields, readJobMessage } from '#lib/jobs/jobs.ts';
import { jobWorkers } from '#lib/jobs/workers.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as run } from '../../../functions/jobs/run.ts';
import { commitNow } from '../../api/support/seed.ts';
import { linesFor } from '../../support/logs.ts';
import { connected } from '../../support/stack.ts';
import { takeJobs } from '../support/activity.ts';
import { consume } from '../support/invoke.ts';
import { useOwnResources } from '../support/own-resources.ts';

const dayMs = 86_400_000;
const workspaceId = newId('wsp', Date.now());

beforeAll(() => useOwnResources());

/** A job as a later version starts it, of a kind and with an id that this version does not know. */
async function startLaterJob(createdAt: number): Promise<{ workspaceId: string; jobId: string }> {
  const ref = { workspaceId, id: newId('job', createdAt).replace('job_', 'lat_') };
  await commitNow(workspaceId, { ...jobStart(newJobFields('later', ref, createdAt)), result: undefined });

  return { workspaceId, jobId: ref.id };
}

test('a job of a later version waits for its deployment, without a failed attempt or a dead letter', async () => {
  const message = await startLaterJob(Date.now());

  expect(await takeJobs()).toEqual([message]);
  for (const receives of [1, 5]) expect(await consume(run, [message], receives)).toEqual([]);
  const job = await findJob(connected().table, { workspaceId, id: message.jobId });
  expect(job).not.toHaveProperty('attempts');
  expect(readJobMessage(job), 'the sweeper sends the message again').toEqual(message);
});

test('a job of a kind that is unknown for a day counts as a failure of the worker', async () => {
  const message = await startLaterJob(Date.now() - dayMs - 1000);

  expect(await consume(run, [message])).toEqual([0]);
  expect(linesFor(jobWorkers.run, 'MessagesFailed')).toHaveLength(1);
});
