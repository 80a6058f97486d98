import { beforeAll, describe, expect, test } from 'vitest';
import { contactKey } from '#lib/contacts/items.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { findJob } from '#lib/jobs/jobs.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import {
  addAccount,
  addContacts,
  draftCampaign,
  readCampaign,
  startCampaign,
} from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { takeJobs } from '../support/activity.ts';
import { consume } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const statuses = async (campaignId: string, contactIds: readonly string[]) =>
  (
    await Promise.all(
      contactIds.map((each) => findExecution(connected().table, workspaceId, each, campaignId)),
    )
  ).map((execution) => execution?.status);

/** A campaign with contacts to enrol, and the message of its enrolment job. */
async function addWaiting(count: number) {
  const [contactIds, accountId] = await Promise.all([
    addContacts(workspaceId, count),
    addAccount(workspaceId),
  ]);
  const { id } = await draftCampaign(workspaceId, { contactIds, emailAccountIds: [accountId] });
  const [call] = await takeJobs();

  return { id, contactIds, call };
}

beforeAll(() => useOwnResources());

describe('enrol', () => {
  test('enrols every contact of a job once, and ends the job', async () => {
    const { id, contactIds, call } = await addWaiting(100);

    expect(await consume(runJob, [call])).toEqual([]);
    expect(await statuses(id, contactIds)).toEqual(Array(100).fill('pending'));
    expect((await readCampaign(workspaceId, id)).stats).toMatchObject({ contacts: 100, pending: 100 });
    const { jobId } = call as { jobId: string };
    expect(await findJob(connected().table, { workspaceId, id: jobId })).toMatchObject({
      done: 100,
      endedAt: expect.any(String),
    });
  });

  test.runIf(isWholeTier)(
    'enrols no contact twice after five concurrent messages and a later one',
    async () => {
      const { id, contactIds, call } = await addWaiting(60);
      await Promise.all(Array.from({ length: 5 }, () => consume(runJob, [call])));

      expect(await consume(runJob, [call])).toEqual([]);
      expect(await statuses(id, contactIds)).toEqual(Array(60).fill('pending'));
      expect((await readCampaign(workspaceId, id)).stats.contacts).toBe(60);
    },
  );

  test('skips contacts that were deleted or suppressed, does not count them, and enrols the others', async () => {
    const { id, contactIds, call } = await addWaiting(50);
    const [gone = '', blocked = '', ...others] = contactIds;
    const { table } = connected();
    await table.transact([{ delete: contactKey(workspaceId, gone) }]);
    await table.update({ update: contactKey(workspaceId, blocked), set: { status: 'blocklisted' } });

    expect(await consume(runJob, [call])).toEqual([]);
    expect(await statuses(id, [gone, blocked])).toEqual([undefined, undefined]);
    expect(await statuses(id, others)).toEqual(Array(48).fill('pending'));
    expect((await readCampaign(workspaceId, id)).stats.contacts).toBe(48);
  });

  test('dispatches an active campaign, but no inactive one', async () => {
    const waiting = await addWaiting(1);
    await takeMessages('ticks');
    await consume(runJob, [waiting.call]);
    expect(await takeMessages('ticks')).toEqual([]);

    const running = await addWaiting(1);
    await startCampaign(workspaceId, running.id);
    await consume(runJob, [running.call]);
    expect(await takeMessages('ticks')).toEqual([{ workspaceId, campaignId: running.id }]);
  });

  test('ignores a message of an unknown job, and returns only invalid messages to the queue', async () => {
    const call = { workspaceId, jobId: newId('job', 0) };

    expect(await consume(runJob, [call, 'not JSON', { ...call, jobId: 'x' }, call])).toEqual([1, 2]);
  });
});
