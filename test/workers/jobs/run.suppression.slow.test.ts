import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { suppressionJobs } from '#lib/blocklist/description.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { contactsByStatus, contactUpdate } from '#lib/contacts/items.ts';
import { readStoredContact } from '#lib/contacts/stored.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import { sqsQueue } from '#lib/queue/sqs-queue.ts';
import { readMerged } from '#lib/storage/merged-query.ts';
import { newId } from '#lib/values/ids.ts';
import { JobMessage } from '#lib/values/queues.ts';
import { handler as apply } from '../../../functions/jobs/run.ts';
import { handler as sweep } from '../../../functions/maintenance/sweep.ts';
import { addContact, block, unblock } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { setClock } from '../support/clock.ts';
import { consume, context } from '../support/invoke.ts';
import { countMessages, useOwnResources } from '../support/own-resources.ts';

let workspaceId: string;
const minuteMs = 60_000;
const addMany = (count: number, domain: string) =>
  Promise.all(
    Array.from({ length: count }, (_, at) => addContact(workspaceId, { email: `p${at}@${domain}` })),
  );
const statuses = async (ids: readonly string[]) =>
  (await Promise.all(ids.map((id) => readStoredContact(connected().table, workspaceId, id)))).map(
    (contact) => contact?.status,
  );
const countOf = async (value: string) =>
  (await listEntries(connected(), workspaceId, { value, limit: 1 })).data[0]?.contactCount;

/** Like `connected`, but throws at the n-th transaction. */
function dyingAt(transactions: number) {
  const services = connected();
  let count = 0;

  return {
    ...services,
    jobs: sqsQueue('jobs'),
    table: {
      ...services.table,
      transact: async (writes: Parameters<typeof services.table.transact>[0]) => {
        count += 1;
        if (count === transactions) throw new Error('killed');
        await services.table.transact(writes);
      },
    },
  };
}

beforeAll(() => useOwnResources());
beforeEach(async () => {
  workspaceId = newId('wsp', Date.now());
  await takeCalls('jobs');
});

describe('a suppression job', () => {
  test('suppresses every contact of a domain once, even if messages are repeated', async () => {
    const ids = await addMany(60, 'many.example');
    const others = await addMany(5, 'notmany.example');
    await block(workspaceId, 'many.example');
    const calls = await takeCalls('jobs');
    await Promise.all(Array.from({ length: 4 }, () => consume(apply, [...calls, ...calls])));

    expect(await consume(apply, calls)).toEqual([]);
    expect(await statuses(ids)).toEqual(Array(60).fill('blocklisted'));
    expect(await statuses(others)).toEqual(Array(5).fill('active'));
    expect(await countOf('many.example')).toBe(60);
    const source = contactsByStatus(workspaceId, 'blocklisted');
    expect(await readMerged(connected().table, source, undefined, 100)).toHaveLength(60);
  });

  test('after a crash at any transaction the next worker finishes, and no contact is counted twice', async () => {
    for (const transactions of [1, 2, 13, 26, 27, 40]) {
      workspaceId = newId('wsp', Date.now());
      const ids = await addMany(30, 'killed.example');
      await block(workspaceId, 'killed.example');
      const [call] = (await takeCalls('jobs')).map((message) => JobMessage.parse(message));
      if (!call) throw new Error('no message in the queue');
      await jobRunner([suppressionJobs])(dyingAt(transactions), call).catch(() => undefined);
      expect(await consume(apply, [call])).toEqual([]);

      expect(await statuses(ids)).toEqual(Array(30).fill('blocklisted'));
      expect(await countOf('killed.example')).toBe(30);
    }
  });

  test('suppresses a contact that was created during the first pass, a minute later', async () => {
    const [id = ''] = await addMany(1, 'late.example');
    await block(workspaceId, 'late.example');
    const calls = await takeCalls('jobs');
    const before = await countMessages('jobs');
    await consume(apply, calls);
    const { table, now } = connected();
    const contact = await readStoredContact(table, workspaceId, id);
    if (!contact) throw new Error('the contact does not exist');
    await table.transact([
      contactUpdate(workspaceId, contact, { status: 'active', blocklistEntryId: undefined }, now()),
    ]);

    await consume(apply, calls);
    expect(await statuses([id])).toEqual(['active']);
    expect((await countMessages('jobs')).delayed).toBeGreaterThan(before.delayed);
    setClock(Date.now() + minuteMs + 1000);
    await consume(apply, calls);
    expect(await statuses([id])).toEqual(['blocklisted']);
    expect(await consume(apply, calls)).toEqual([]);
  });

  test('reactivates the contacts of a removed domain, even if the entry was still being applied', async () => {
    const ids = await addMany(40, 'freed.example');
    const { id } = await block(workspaceId, 'freed.example');
    const [call] = (await takeCalls('jobs')).map((message) => JobMessage.parse(message));
    if (!call) throw new Error('no message in the queue');
    await jobRunner([suppressionJobs])(dyingAt(20), call).catch(() => undefined);
    await unblock(workspaceId, id);
    await consume(apply, [...(await takeCalls('jobs')), call]);

    expect(await statuses(ids)).toEqual(Array(40).fill('active'));
    setClock(Date.now() + 2 * minuteMs);
    await consume(apply, [call]);
    expect(await statuses(ids)).toEqual(Array(40).fill('active'));
  });

  test('the sweeper resumes a job without a message until it is done', async () => {
    const ids = await addMany(2, 'lost.example');
    await block(workspaceId, 'lost.example');
    const lost = await takeCalls('jobs');
    setClock(Date.now() + minuteMs + 1000);
    await sweep({}, context);
    const found = await takeCalls('jobs');

    expect(found).toEqual(expect.arrayContaining(lost));
    await consume(apply, found);
    expect(await statuses(ids)).toEqual(['blocklisted', 'blocklisted']);
  });

  test('a message of an unknown job succeeds; only an invalid message fails', async () => {
    const call = { workspaceId, jobId: newId('job', 0) };

    expect(await consume(apply, [call, 'not JSON', { ...call, jobId: 'x' }, call])).toEqual([1, 2]);
  });
});
