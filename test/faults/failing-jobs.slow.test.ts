import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planAddition } from '#lib/blocklist/add.ts';
import { runSuppressionJob } from '#lib/blocklist/apply.ts';
import { NewBlocklistEntry } from '#lib/blocklist/entry.ts';
import { getBulkJob } from '#lib/bulk-jobs/read.ts';
import { runBulkJob } from '#lib/bulk-jobs/run-bulk-job.ts';
import { runJob } from '#lib/campaigns/enrolment/run-job.ts';
import { campaignPartition, countersKey, enrolmentJobKey } from '#lib/campaigns/state/items.ts';
import { toCounters, toEnrolmentJob } from '#lib/campaigns/state/stored.ts';
import { getContact } from '#lib/contacts/contacts.ts';
import { getImport } from '#lib/contacts/import/read.ts';
import { runImport } from '#lib/contacts/import/run-import.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
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

interface Machine {
  start(): Promise<string>;
  run(table: Table, id: string): Promise<unknown>;
  stateOf(id: string): Promise<{ status: string; statusReason: unknown }>;
}

const bulkJobs: Machine = {
  start: () => addBulkJob(workspaceId, { action: 'add_tags', tags: ['x'], filter: {} }),
  run: (table, jobId) => runBulkJob({ ...connected(), table, bulkjobs: queue }, { workspaceId, jobId }),
  stateOf: (id) => getBulkJob(connected(), workspaceId, id),
};
const imports: Machine = {
  start: () => acceptImport(connected(), workspaceId, { rows: [{ email: uniqueEmail() }] }),
  run: (table, importId) =>
    runImport({ ...connected(), table, signer: kmsTokenSigner(), imports: queue }, { workspaceId, importId }),
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
  ['the start of a bulk job', bulkJobs, has('update', 'isStarted'), 'job_unfinished'],
  ['the list of parts of a bulk job', bulkJobs, has('query', 'DONE#'), 'job_unfinished'],
  ['a part of a bulk job', bulkJobs, has('query', 'CHUNK#'), 'job_unfinished'],
  ['the end of a bulk job', bulkJobs, has('transact', 'endedAt', 'partsDone'), 'job_unfinished'],
  ['the start of an import', imports, has('update', 'isStarted'), 'import_unfinished'],
  ['the list of parts of an import', imports, has('query', 'DONE#'), 'import_unfinished'],
  ['a part of an import', imports, has('query', 'CHUNK#'), 'import_unfinished'],
  ['the end of an import', imports, has('transact', '"partsDone":{"is"'), 'import_unfinished'],
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
  const { items } = await table.query({ pk: campaignPartition(workspaceId, campaignId), limit: 100 });
  const { jobId } = toEnrolmentJob(items.find(({ jobId: id }) => id !== undefined) ?? { pk: '', sk: '' });
  const countersOf = async () =>
    toCounters(
      (await table.get(countersKey(workspaceId, campaignId), { consistent: true })) ?? { pk: '', sk: '' },
    );
  const run = () =>
    runJob(
      { ...connected(), table: defectiveTable(has('transact', 'EXE#')(jobId)), ticks: queue },
      { workspaceId, campaignId, jobId },
    );
  for (const _ of [1, 2]) await expect(run()).rejects.toThrow('defective');
  expect(await countersOf()).toMatchObject({ openJobs: 1, contacts: 3 });
  await run();

  expect(await countersOf()).toMatchObject({ openJobs: 0, contacts: 0 });
  expect(await table.get(enrolmentJobKey(workspaceId, campaignId, jobId))).toBeUndefined();
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
  const jobId =
    messages.flatMap((each) => (each.queue === 'suppressions' ? [each.message.jobId] : []))[0] ?? '';
  const suppress = () => runSuppressionJob({ ...connected(), suppressions: queue }, { workspaceId, jobId });
  for (const _ of [1, 2]) await expect(suppress()).rejects.toThrow();
  await suppress();

  for (const id of ids.filter((each) => each !== damaged)) {
    expect((await getContact(connected(), workspaceId, id)).status).toBe('blocklisted');
  }
});
