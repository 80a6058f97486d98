import { expect, vi } from 'vitest';
import { addWaitingBulkJob } from '../../../api/support/seed.ts';
import { bodyOf } from '../../../support/answer.ts';
import { type Customer, readAll } from '../typed-client.ts';

/** Tags contacts with a job and reads the result for each contact. */
export async function changeManyContacts(customer: Customer): Promise<void> {
  const { api } = customer;
  const ids: string[] = [];
  for (const name of ['ada', 'grace', 'joan']) {
    ids.push(bodyOf(await api.POST('/contacts', { body: { email: `${name}@bulk.example` } })).id);
  }
  const body = { action: 'add_tags' as const, tags: ['vip'], contactIds: ids };
  const job = bodyOf(await api.POST('/bulk-jobs', { body }));
  expect(job).toMatchObject({ action: 'add_tags', contacts: 3 });

  await waitForStatus(customer, job.id, 'completed');
  const items = await readAll((page) =>
    api.GET('/bulk-jobs/{id}/items', { params: { path: { id: job.id }, query: page } }),
  );
  expect(items.map(({ contactId, outcome }) => [contactId, outcome])).toEqual(
    ids.map((id) => [id, 'changed']),
  );
  const tagged = bodyOf(await api.GET('/contacts', { params: { query: { tag: 'vip' } } })).data;
  expect(tagged.map(({ id }) => id)).toEqual(ids.toReversed());
}

/** Cancels a job that no worker has started yet. */
export async function cancelJob(customer: Customer): Promise<void> {
  const { api, workspace } = customer;
  const id = await addWaitingBulkJob(workspace.workspaceId);
  const cancelled = bodyOf(await api.POST('/bulk-jobs/{id}/cancel', { params: { path: { id } } }));
  expect(cancelled).toMatchObject({ id, status: 'cancelling' });
  await waitForStatus(customer, id, 'cancelled');
  const jobs = await readAll((page) => api.GET('/bulk-jobs', { params: { query: page } }));

  expect(jobs.map((job) => [job.id, job.changed, job.skipped])).toEqual([[id, 0, 1]]);
}

/** Polls slowly, because a customer has a hundred requests per minute. */
async function waitForStatus({ api }: Customer, id: string, expected: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { status } = bodyOf(await api.GET('/bulk-jobs/{id}', { params: { path: { id } } }));

      expect(status).toBe(expected);
    },
    { timeout: 20_000, interval: 500 },
  );
}
