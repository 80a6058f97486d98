import { expect, vi } from 'vitest';
import { bodyOf } from '../../../support/answer.ts';
import { type Customer, readAll } from '../typed-client.ts';

/** Exports contacts, downloads the file and deletes the export. */
export async function exportContacts({ api }: Customer): Promise<void> {
  const { id: contactId } = bodyOf(await api.POST('/contacts', { body: { email: 'ada@export.example' } }));
  const body = {
    type: 'contacts' as const,
    format: 'ndjson' as const,
    filter: { status: 'active' as const },
  };
  const { id } = bodyOf(await api.POST('/exports', { body }));
  const params = { path: { id } };
  // Polls slowly, because a customer has a hundred requests per minute.
  const completed = await vi.waitFor(
    async () => {
      const found = bodyOf(await api.GET('/exports/{id}', { params }));
      expect(found.status).toBe('completed');

      return found;
    },
    { timeout: 20_000, interval: 500 },
  );
  const [line = ''] = (await (await fetch(completed.downloadUrl ?? '')).text()).split('\n');
  const listed = await readAll((page) => api.GET('/exports', { params: { query: page } }));

  expect(JSON.parse(line)).toMatchObject({ id: contactId, email: 'ada@export.example' });
  expect(listed.map((each) => each.id)).toEqual([id]);
  expect((await api.DELETE('/exports/{id}', { params })).response.status).toBe(204);
}
