import { beforeAll, expect, test } from 'vitest';
import { getBulkJob } from '#lib/bulk-jobs/read.ts';
import { findContact } from '#lib/contacts/contacts.ts';
import { contactKey } from '#lib/contacts/items.ts';
import { listContacts } from '#lib/contacts/list.ts';
import { planContactUpdate } from '#lib/contacts/update.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as run } from '../../../functions/jobs/run.ts';
import { addBulkJob, addContact, addImport, commitNow, uniqueEmail } from '../../api/support/seed.ts';
import { connected } from '../../support/stack.ts';
import { readReport } from '../support/bulk.ts';
import { consume } from '../support/invoke.ts';
import { takeMessages, useOwnResources } from '../support/own-resources.ts';

let workspaceId: string;

beforeAll(() => useOwnResources());

/** Runs workers until the queue is empty. */
async function finish(jobId: string): Promise<void> {
  for (
    let calls: unknown[] = [{ workspaceId, jobId }];
    calls.length > 0;
    calls = await takeMessages('jobs')
  ) {
    expect(await consume(run, calls)).toEqual([]);
  }
}

test('delete_untouched undoes an import, except for contacts that were changed or contacted', async () => {
  workspaceId = newId('wsp', Date.now());
  const known = await addContact(workspaceId, { email: 'known@acme.example' });
  const emails = Array.from({ length: 5 }, () => uniqueEmail());
  const importId = await addImport(workspaceId, ['known@acme.example', ...emails]);
  const filter = { importId, importResult: 'created' as const };
  const { data } = await listContacts(connected(), workspaceId, { ...filter, limit: 100 });
  const [changed = '', contacted = '', ...untouched] = data.map(({ id }) => id);
  await commitNow(
    workspaceId,
    await planContactUpdate(connected(), workspaceId, changed, { firstName: 'Ann' }),
  );
  await connected().table.update({
    update: contactKey(workspaceId, contacted),
    set: { lastContactedAt: '2026-03-01T10:00:00.000Z' },
  });
  const jobId = await addBulkJob(workspaceId, { action: 'delete_untouched', filter });
  await finish(jobId);

  expect(await getBulkJob(connected(), workspaceId, jobId)).toMatchObject({
    status: 'completed',
    contacts: 5,
    changed: 3,
    skipped: 2,
  });
  const kept = (await readReport(workspaceId, jobId)).filter(({ outcome }) => outcome === 'skipped');
  expect(kept.map(({ contactId, reason }) => [contactId, reason])).toEqual([
    [changed, 'changed_since_creation'],
    [contacted, 'contacted'],
  ]);
  const exists = async (id: string) => (await findContact(connected().table, workspaceId, id)) !== undefined;
  expect(await Promise.all([known, changed, contacted].map(exists))).toEqual([true, true, true]);
  expect(await Promise.all(untouched.map(exists))).toEqual([false, false, false]);
});
