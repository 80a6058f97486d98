import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CampaignPatch } from '#lib/campaigns/definition/campaign.ts';
import { planCampaignDeletion } from '#lib/campaigns/definition/delete.ts';
import { planEdit } from '#lib/campaigns/definition/edit.ts';
import { campaignPartition, countersKey } from '#lib/campaigns/state/items.ts';
import { commit } from '#lib/commit/commit.ts';
import { findExecution } from '#lib/executions/executions.ts';
import { services } from '#lib/runtime/services.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as runJob } from '../../../functions/jobs/run.ts';
import {
  addContacts,
  addRunningCampaign,
  commitNow,
  draftCampaign,
  readCampaign,
} from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { publishOutbox, readOutbox, takeJobs } from '../support/activity.ts';
import { consume } from '../support/invoke.ts';
import { useOwnResources } from '../support/own-resources.ts';

const workspaceId = newId('wsp', Date.now());
const statusesOf = async (campaignId: string, contactIds: readonly string[]) => {
  const { table } = connected();
  const executions = await Promise.all(
    contactIds.map((id) => findExecution(table, workspaceId, id, campaignId)),
  );

  return executions.map((execution) => execution?.status);
};
const readCounters = (campaignId: string) => connected().table.get(countersKey(workspaceId, campaignId));

async function addEnrolled(count: number, fields: Record<string, unknown> = {}) {
  const contactIds = await addContacts(workspaceId, count);
  const { id } = await draftCampaign(workspaceId, { contactIds, ...fields });
  await consume(runJob, await takeJobs());

  return { id, contactIds };
}
const edit = async (id: string, patch: Record<string, unknown>) =>
  commitNow(workspaceId, await planEdit(connected(), workspaceId, id, CampaignPatch.parse(patch)));
const remove = async (id: string) =>
  commitNow(workspaceId, await planCampaignDeletion(connected(), workspaceId, id));

/** Runs the job with a table that fails after a number of transactions. Simulates a crash in the middle of the job. */
async function runAndDie(call: unknown, commits: number): Promise<void> {
  const { table } = services();
  const { transact, update } = table;
  let left = commits;
  const alive = () => {
    if (left < 0) throw new Error('the worker died');
  };
  Object.assign(table, {
    transact: async (writes: Parameters<typeof transact>[0]) => {
      left -= 1;
      alive();

      return transact(writes);
    },
    update: async (change: Parameters<typeof update>[0]) => {
      alive();

      return update(change);
    },
  });
  await consume(runJob, [call]).finally(() => Object.assign(table, { transact, update }));
}

beforeAll(() => useOwnResources());
beforeEach(takeJobs);

describe('a removal', () => {
  test('stops each open execution once, and counts it', async () => {
    const { id, contactIds } = await addEnrolled(100);
    await edit(id, { removeContactIds: contactIds.slice(0, 70) });
    const [call] = await takeJobs();
    await Promise.all(Array.from({ length: 4 }, () => consume(runJob, [call])));
    await consume(runJob, [call]);
    await publishOutbox();

    expect(await statusesOf(id, contactIds)).toEqual([
      ...Array(70).fill('stopped'),
      ...Array(30).fill('pending'),
    ]);
    expect(await readCounters(id)).toMatchObject({
      stopped: 70,
      endedUnsent: 70,
      contacts: 100,
      openJobs: 0,
    });
    expect((await readCampaign(workspaceId, id)).stats).toMatchObject({ contacts: 100, pending: 30 });
  });
});

describe('a deletion', () => {
  test('stops every execution and leaves no job, despite crashes', async () => {
    const { id, contactIds } = await addEnrolled(100);
    await remove(id);
    const [call] = await takeJobs();
    await runAndDie(call, 0);
    await runAndDie(call, 1);
    expect(new Set(await statusesOf(id, contactIds))).toEqual(new Set(['stopped', 'pending']));
    await runAndDie(call, 2);
    await consume(runJob, [call]);

    expect(await statusesOf(id, contactIds)).toEqual(Array(100).fill('stopped'));
    const { items } = await connected().table.query({ pk: campaignPartition(workspaceId, id), limit: 10 });
    expect(items).toEqual([]);
  });

  test('aborts a running enrolment: a deleted campaign enrols no contact', async () => {
    const contactIds = await addContacts(workspaceId, 60);
    const { id } = await draftCampaign(workspaceId, { contactIds });
    const [enrolment] = await takeJobs();
    await runAndDie(enrolment, 1);
    await remove(id);
    const [erasure] = await takeJobs();
    await consume(runJob, [enrolment, erasure]);
    await consume(runJob, [enrolment]);

    const statuses = await statusesOf(id, contactIds);
    expect(statuses.slice(0, 45)).toEqual(Array(45).fill('stopped'));
    expect(statuses.slice(45)).toEqual(Array(15).fill(undefined));
    const { items } = await connected().table.query({ pk: campaignPartition(workspaceId, id), limit: 10 });
    expect(items).toEqual([]);
  });

  test('is final: a late event does not create the counters again', async () => {
    const { id } = await draftCampaign(workspaceId);
    const other = await draftCampaign(workspaceId);
    await remove(id);
    for (const campaignId of [id, other.id, id]) {
      await commit(connected(), workspaceId, {
        writes: [],
        events: [{ type: 'email.sent', data: { campaignId, contactId: newId('con', 0) } }],
      });
    }
    await publishOutbox();

    expect(await readOutbox()).toEqual([]);
    expect(await readCounters(id)).toBeUndefined();
    expect(await readCounters(other.id)).toMatchObject({ sent: 1 });
  });
});

describe('two active campaigns without allowParallel', () => {
  test('never enrol the same contact, even concurrently', async () => {
    const contactIds = await addContacts(workspaceId, 60);
    const campaigns = await Promise.all([
      addRunningCampaign(workspaceId, { contactIds }),
      addRunningCampaign(workspaceId, { contactIds: contactIds.toReversed() }),
    ]);
    const calls = await takeJobs();
    await Promise.all(calls.map((call) => consume(runJob, [call])));
    await consume(runJob, calls);

    const [first = [], second = []] = await Promise.all(
      campaigns.map(({ id }) => statusesOf(id, contactIds)),
    );
    for (const [position, status] of first.entries()) {
      expect([status, second[position]].filter((each) => each === 'pending')).toHaveLength(1);
    }
    const contacts = await Promise.all(
      campaigns.map(async ({ id }) => (await readCounters(id))?.['contacts']),
    );
    expect(Number(contacts[0]) + Number(contacts[1])).toBe(60);
  });
});
