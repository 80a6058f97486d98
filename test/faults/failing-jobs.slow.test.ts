import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planAddition } from '#lib/blocklist/add.ts';
import { suppressionJobs } from '#lib/blocklist/description.ts';
import { NewBlocklistEntry } from '#lib/blocklist/entry.ts';
import { exportCleaner } from '#lib/bucket/bucket.ts';
import { bulkJobs as bulkDescription } from '#lib/bulk-jobs/description.ts';
import { getBulkJob } from '#lib/bulk-jobs/read.ts';
import { enrolmentJobs } from '#lib/campaigns/enrolment/description.ts';
import { countersKey } from '#lib/campaigns/state/items.ts';
import { toCounters } from '#lib/campaigns/state/stored.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { importJobs } from '#lib/contacts/import/description.ts';
import { getImport } from '#lib/contacts/import/read.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { erasureJobs } from '#lib/erasures/description.ts';
import { getErasure, planErasure } from '#lib/erasures/request.ts';
import { jobsPartition } from '#lib/jobs/items.ts';
import { findJob } from '#lib/jobs/jobs.ts';
import { jobRunner } from '#lib/jobs/run.ts';
import type { Queue } from '#lib/queue/sqs-queue.ts';
import type { Table } from '#lib/storage/table.ts';
import { newId } from '#lib/values/ids.ts';
import {
  addAccount,
  addBulkJob,
  addContact,
  addContacts,
  addExport,
  commitNow,
  draftCampaign,
  uniqueEmail,
} from '../api/support/seed.ts';
import { acceptImport } from '../support/accepted-import.ts';
import { afterLease, readExport, writeExport } from '../support/exported-files.ts';
import { connected } from '../support/stack.ts';
import { useOwnResources } from '../workers/support/own-resources.ts';

let workspaceId: string;
beforeAll(() => useOwnResources());
beforeEach(() => {
  workspaceId = newId('wsp', Date.now());
});

type Call = [method: string, text: string];

/** A table that throws its own error for some calls, as a defective item would. */
function defectiveTable(isDefective: (call: Call) => boolean): Table {
  return new Proxy(connected().table, {
    get: (table, method: keyof Table) => {
      const original: unknown = Reflect.get(table, method);
      if (typeof original !== 'function') return original;

      return (...args: unknown[]) =>
        isDefective([method, JSON.stringify(args)])
          ? Promise.reject(new TypeError('defective'))
          : original.apply(table, args);
    },
  });
}

let clock = Date.now();

/** The tests run the next message themselves. */
const queue: Queue<never> = { send: async () => {} };

const runJob = jobRunner([bulkDescription, enrolmentJobs, erasureJobs, importJobs, suppressionJobs]);
const run = (table: Table, jobId: string) => {
  const ports = { signer: kmsTokenSigner(), cleaner: exportCleaner(), ticks: queue, jobs: queue };

  return runJob({ ...connected(), ...ports, table }, { workspaceId, jobId });
};

interface Machine {
  start(): Promise<string>;
  run(table: Table, id: string): Promise<unknown>;
  stateOf(id: string): Promise<{ status: string; statusReason: unknown }>;
}

const bulkJobs: Machine = {
  start: () => addBulkJob(workspaceId, { action: 'add_tags', tags: ['x'], filter: {} }),
  run,
  stateOf: (id) => getBulkJob(connected(), workspaceId, id),
};
const imports: Machine = {
  start: () => acceptImport(connected(), workspaceId, { rows: [{ email: uniqueEmail() }] }),
  run,
  stateOf: (id) => getImport(connected(), workspaceId, id),
};
const exports: Machine = {
  start: () => addExport(workspaceId, { type: 'contacts', format: 'csv' }),
  run: (table, exportId) => {
    // The next worker begins after the end of the lease.
    clock += afterLease() - Date.now();

    return writeExport(workspaceId, exportId, { table, now: () => clock });
  },
  stateOf: (id) => readExport(workspaceId, id),
};

const has =
  (method: string, ...parts: string[]) =>
  (id: string) =>
  ([called, text]: Call) =>
    called === method && [id, ...parts].every((part) => text.includes(part));

const cases: [string, Machine, (id: string) => (call: Call) => boolean, string][] = [
  [
    'the selection of a bulk job',
    bulkJobs,
    () =>
      ([, text]) =>
        text.includes('CONTACTS'),
    'selection_failed',
  ],
  ['the start of a bulk job', bulkJobs, has('update', 'isStarted'), 'selection_failed'],
  ['the end of the selection of a bulk job', bulkJobs, has('transact', 'selectedAt'), 'selection_failed'],
  ['a page of a bulk job', bulkJobs, has('get', 'PAGE#'), 'job_unfinished'],
  ['the start of an import', imports, has('update', 'isStarted'), 'import_unfinished'],
  ['a page of an import', imports, has('get', 'PAGE#'), 'import_unfinished'],
  ['the records of an import', imports, has('query', 'CHUNK#'), 'import_unfinished'],
  ['the end of an import', imports, has('transact', 'endedAt', '"notEnrolled":0'), 'import_unfinished'],
  [
    'the rows of an export',
    exports,
    () =>
      ([method]) =>
        method === 'query' || method === 'getMany',
    'rows_unreadable',
  ],
];

describe.each(cases)('if %s always fails', (_, machine, defect, code) => {
  test('the job ends as failed in its third run, and the next job runs', async () => {
    await addContacts(workspaceId, 3);
    const ids = [await machine.start(), await machine.start()];
    const next = machine === exports ? undefined : await machine.start();
    for (const id of ids) {
      const table = defectiveTable(defect(id));
      for (const run of [1, 2]) {
        await expect(machine.run(table, id), `run ${run}`).rejects.toThrow('defective');
        expect((await machine.stateOf(id)).status).not.toBe('failed');
      }
      await machine.run(table, id);

      expect(await machine.stateOf(id)).toMatchObject({ status: 'failed', statusReason: { code } });
    }
    const last = next ?? (await machine.start());
    await machine.run(connected().table, last);
    expect((await machine.stateOf(last)).status).toBe('completed');
  });
});

test('a job of a campaign that always fails ends in its third run, and the campaign waits for it no longer', async () => {
  const { table } = connected();
  const contactIds = await addContacts(workspaceId, 3);
  const accountId = await addAccount(workspaceId);
  const { id: campaignId } = await draftCampaign(workspaceId, { contactIds, emailAccountIds: [accountId] });
  const { items } = await table.query({ pk: jobsPartition(workspaceId), limit: 100 });
  const jobId = items[0]?.sk ?? '';
  const countersOf = async () =>
    toCounters((await table.get(countersKey(workspaceId, campaignId))) ?? { pk: '', sk: '' });
  const runDefective = () => run(defectiveTable(has('get', 'C#0')(campaignId)), jobId);
  for (const _ of [1, 2]) await expect(runDefective()).rejects.toThrow('defective');
  expect(await countersOf()).toMatchObject({ openJobs: 1, contacts: 3 });
  await expect(runDefective(), 'the dispatcher is not woken').rejects.toThrow('defective');

  expect(await countersOf()).toMatchObject({ openJobs: 0, contacts: 0 });
  expect(await findJob(table, { workspaceId, id: jobId })).toMatchObject({
    endedAt: expect.any(String),
    failure: { code: 'job_unfinished' },
  });
});

test('a contact that cannot be processed does not keep a blocked domain from suppressing the others', async () => {
  const domain = `${newId('wsp', Date.now()).slice(4).toLowerCase()}.example`;
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c']) ids.push(await addContact(workspaceId, { email: `${name}@${domain}` }));
  const [, damaged = ''] = ids;
  await connected().table.update({ update: contactKey(workspaceId, damaged), set: { version: 'none' } });
  const { change } = await planAddition(connected(), workspaceId, NewBlocklistEntry.parse({ value: domain }));
  await commitNow(workspaceId, change);
  const { messages = [] } = change;
  const jobId = messages.flatMap((each) => (each.queue === 'jobs' ? [each.message.jobId] : []))[0] ?? '';
  await run(connected().table, jobId);

  for (const id of ids.filter((each) => each !== damaged)) {
    expect((await getContact(connected(), workspaceId, id)).status).toBe('blocklisted');
  }
});

test('an erasure that always fails is delayed after each third run, and never ends as failed', async () => {
  const [contactId = ''] = await addContacts(workspaceId, 1);
  await commitNow(workspaceId, await planErasure(connected(), workspaceId, contactId));
  const table = defectiveTable(([method, text]) => method === 'query' && text.includes('IMPORTS'));
  for (const _ of [1, 2]) await expect(run(table, contactId)).rejects.toThrow('defective');
  await run(table, contactId);

  const job = await findJob(connected().table, { workspaceId, id: contactId });
  expect(Number(job?.['notBefore'])).toBeGreaterThan(Date.now() + 10 * 60_000);
  expect(await getErasure(connected(), workspaceId, contactId)).toMatchObject({ status: 'running' });
});
