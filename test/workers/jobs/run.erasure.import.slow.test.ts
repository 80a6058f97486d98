import { beforeAll, beforeEach, expect, test } from 'vitest';
import { handler as create } from '../../../functions/contacts/create.ts';
import { handler as getImport } from '../../../functions/contacts/get-import.ts';
import { handler as importFile } from '../../../functions/contacts/import.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { handler as erase } from '../../../functions/erasures/create.ts';
import { handler as get } from '../../../functions/erasures/get.ts';
import { handler as run } from '../../../functions/jobs/run.ts';
import { uniqueEmail } from '../../api/support/seed.ts';
import { readTableAsText } from '../../api/support/table-dump.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { takeCalls } from '../support/activity.ts';
import { setClock } from '../support/clock.ts';
import { consume } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

/* Imports that were accepted before an erasure and run after it. */

let workspace: Workspace;
let email: string;
let others: string;
const passMs = 15 * 60_000;
const note = 'Met at the fair of 2019';

beforeAll(() => useOwnResources());
beforeEach(async () => {
  workspace = await newWorkspace();
  email = uniqueEmail();
  others = uniqueEmail();
});

const request = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) => ({
  method,
  path,
  apiKey: workspace.apiKey,
  ...(body !== undefined && { body }),
});
const createContact = async (body: object) =>
  String((await call(create, request('POST', '/contacts', body))).body.id);
const find = async (address: string) =>
  (await call(list, { ...request('GET', '/contacts'), query: { email: address } })).body.data;

/** Accepts an import of more rows than a request imports. The last one has the address. */
async function acceptImport(onDuplicate: 'skip' | 'update'): Promise<string> {
  const rows = Array.from({ length: 1001 }, (_, at) => `row-${at}-${others},x`);
  const csv = ['email,note', ...rows, `${email},${note}`].join('\n');
  const { status, body } = await call(
    importFile,
    request('POST', '/contacts/import', { csv, options: { onDuplicate } }),
  );
  expect(status).toBe(202);

  return body.importId;
}

async function requestErasure(id: string): Promise<void> {
  const { status } = await call(erase, { ...request('POST', `/contacts/${id}/erase`), params: { id } });
  expect(status).toBe(202);
}

/** Runs all jobs that wait, erasures up to the end of their first pass. */
async function runJobs(): Promise<void> {
  for (let messages = await takeCalls('jobs'); messages.length > 0; messages = await takeMessages('jobs')) {
    expect(await consume(run, messages)).toEqual([]);
  }
}

const readReport = async (id: string) =>
  (await call(getImport, { ...request('GET', `/contacts/imports/${id}`), params: { id } })).body;

async function finishErasure(contactId: string): Promise<void> {
  const startedAt = Date.now();
  for (let pass = 1; pass <= 3; pass++) {
    setClock(startedAt + pass * passMs);
    await consume(run, [{ workspaceId: workspace.workspaceId, jobId: contactId }]);
    await takeMessages('jobs');
  }
  setClock(startedAt);
  const { body } = await call(get, {
    ...request('GET', `/contacts/${contactId}/erasure`),
    params: { id: contactId },
  });
  expect(body.status).toBe('completed');
}

test.each(['skip', 'update'] as const)(
  'an import with onDuplicate %s does not create a contact that was erased after its acceptance',
  async (onDuplicate) => {
    const contactId = await createContact({ email });
    const importId = await acceptImport(onDuplicate);
    await requestErasure(contactId);
    await runJobs();

    expect(await find(email)).toEqual([]);
    expect(await readReport(importId)).toMatchObject({
      status: 'completed',
      created: 1001,
      failed: 1,
      errors: [{ row: 1003, email: null, reason: expect.stringContaining('erased') }],
    });
    await finishErasure(contactId);
    const stored = await readTableAsText();
    expect([email, email.split('@')[0] ?? '', note].filter((text) => stored.includes(text))).toEqual([]);
    expect(await find(`row-7-${others}`)).toHaveLength(1);
  },
);

test('an import does not create a contact with a former address of an erased one', async () => {
  const contactId = await createContact({ email });
  await call(update, {
    ...request('PATCH', `/contacts/${contactId}`, { email: uniqueEmail() }),
    params: { id: contactId },
  });
  await acceptImport('skip');
  await requestErasure(contactId);
  // The erasure begins before the import.
  await consume(run, [{ workspaceId: workspace.workspaceId, jobId: contactId }]);
  await runJobs();

  expect(await find(email)).toEqual([]);
});

test('a contact that a request creates after the erasure gets no data of an earlier import', async () => {
  const contactId = await createContact({ email });
  await acceptImport('update');
  await requestErasure(contactId);
  const again = await createContact({ email, firstName: 'Ada' });
  await runJobs();
  expect(await find(email)).toMatchObject([{ id: again, firstName: 'Ada', customFields: {} }]);

  await finishErasure(contactId);
  await acceptImport('update');
  await runJobs();
  expect(await find(email)).toMatchObject([{ id: again, customFields: { note } }]);
});
