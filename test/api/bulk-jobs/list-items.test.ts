import { beforeAll, describe, expect, test, vi } from 'vitest';
import { getBulkJob } from '#lib/bulk-jobs/read.ts';
import { handler as listItems } from '../../../functions/bulk-jobs/list-items.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addBulkJob, addContact, addContacts } from '../support/seed.ts';

let workspace: Workspace;
let jobId: string;
let changed: string[];
let unchanged: string;
const page = (query: Record<string, string>, id = jobId, apiKey = workspace.apiKey) =>
  call(listItems, { method: 'GET', path: `/bulk-jobs/${id}/items`, params: { id }, apiKey, query });

async function walk(query: Record<string, string>): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | undefined; ; ) {
    const { body } = await page({ ...query, ...(cursor && { cursor }) });
    pages.push(body.data.map(({ contactId }: { contactId: string }) => contactId));
    expect(body.hasMore).toBe(body.nextCursor !== null);
    if (body.nextCursor === null) return pages;
    cursor = body.nextCursor;
  }
}

beforeAll(async () => {
  workspace = await newWorkspace();
  const { workspaceId } = workspace;
  changed = await addContacts(workspaceId, 120);
  unchanged = await addContact(workspaceId, { tags: ['vip'] });
  const contactIds = [...changed.slice(0, 70), unchanged, ...changed.slice(70)];
  jobId = await addBulkJob(workspaceId, { action: 'add_tags', tags: ['vip'], contactIds });
  const hasEnded = async () =>
    expect((await getBulkJob(connected(), workspaceId, jobId)).status).toBe('completed');
  await vi.waitFor(hasEnded, 20_000);
});

describe('accepts', () => {
  test.each([7, 25, 32, 100])(
    'pages of %d return each contact once, in the order of the request',
    async (limit) => {
      const pages = await walk({ limit: String(limit) });

      expect(pages.flat()).toEqual([...changed.slice(0, 70), unchanged, ...changed.slice(70)]);
      expect(pages.slice(0, -1).every(({ length }) => length === limit)).toBe(true);
    },
  );

  test('a filter returns only items with this outcome', async () => {
    expect((await walk({ outcome: 'unchanged' })).flat()).toEqual([unchanged]);
    expect((await walk({ outcome: 'changed', limit: '50' })).flat()).toEqual(changed);
    expect((await walk({ outcome: 'failed' })).flat()).toEqual([]);
  });
});

test('each result has the name and address of its contact, if it still exists', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const [kept, removed] = await Promise.all([
    addContact(workspaceId, { firstName: 'Ann', lastName: 'Lee', email: 'ann@example.com' }),
    addContact(workspaceId),
  ]);
  const id = await addBulkJob(workspaceId, { action: 'delete', contactIds: [removed] });
  const other = await addBulkJob(workspaceId, { action: 'add_tags', tags: ['vip'], contactIds: [kept] });
  const contactsOf = async (job: string) =>
    (await page({}, job, apiKey)).body.data.map(({ contact }: { contact: unknown }) => contact);

  await vi.waitFor(async () => expect(await contactsOf(id)).toEqual([null]), 20_000);
  await vi.waitFor(
    async () =>
      expect(await contactsOf(other)).toEqual([
        { email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' },
      ]),
    20_000,
  );
});

describe('rejects', () => {
  test('a cursor of another filter or job is invalid', async () => {
    const { body } = await page({ limit: '5' });
    const other = await addBulkJob(workspace.workspaceId);
    const query = { cursor: body.nextCursor };

    expect((await page({ ...query, outcome: 'changed' })).status).toBe(422);
    expect((await page(query, other)).status).toBe(422);
  });

  test('items of another workspace are not found', async () => {
    expect((await page({}, jobId, (await newWorkspace()).apiKey)).status).toBe(404);
  });
});
