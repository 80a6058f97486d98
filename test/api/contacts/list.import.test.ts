import { beforeAll, describe, expect, test } from 'vitest';
import { handler as count } from '../../../functions/contacts/count.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addContact, addImport, uniqueEmail } from '../support/seed.ts';
import { pathsOf, walkPages } from '../support/walk.ts';

const newRows = 130;
let workspace: Workspace;
let importId: string;
let existing: string;
const ask = (handler: typeof list, query: Record<string, string>, apiKey = workspace.apiKey) =>
  call(handler, { method: 'GET', path: '/contacts', apiKey, query });
const walk = async (query: Record<string, string>, limit = 7) =>
  (await walkPages(list, { path: '/contacts', apiKey: workspace.apiKey, limit, query })).flat();

beforeAll(async () => {
  workspace = await newWorkspace();
  const { workspaceId } = workspace;
  existing = await addContact(workspaceId, { email: 'known@acme.example' });
  await addContact(workspaceId);
  const emails = Array.from({ length: newRows }, () => uniqueEmail());
  importId = await addImport(workspaceId, ['known@acme.example', ...emails], { tags: ['fair'] });
});

describe('accepts', () => {
  test('lists each contact of the rows of an import once, new and existing', async () => {
    const ids = await walk({ importId });

    expect(new Set(ids).size).toBe(newRows + 1);
    expect(ids).toHaveLength(newRows + 1);
    expect(ids).toContain(existing);
  });

  test('importResult selects the created or the skipped contacts', async () => {
    expect(await walk({ importId, importResult: 'skipped' })).toEqual([existing]);
    expect(await walk({ importId, importResult: 'updated' })).toEqual([]);
    expect(await walk({ importId, importResult: 'created' }, 100)).toHaveLength(newRows);
  });

  test('other filters apply to the contacts of an import', async () => {
    const { workspaceId } = workspace;
    const campaign = await addCampaign(workspaceId, { contactIds: [existing] });

    expect(await walk({ importId, email: 'known@acme.example' })).toEqual([existing]);
    expect(await walk({ importId, tag: 'fair' }, 100)).toHaveLength(newRows);
    expect(await walk({ importId, search: 'known' })).toEqual([existing]);
    expect((await ask(list, { importId, campaignId: campaign.id })).body.data).toMatchObject([
      { id: existing, execution: { campaignId: campaign.id } },
    ]);
  });

  test('counts the contacts of an import', async () => {
    expect((await ask(count, { importId })).body).toMatchObject({ count: newRows + 1, isExact: true });
    expect((await ask(count, { importId, importResult: 'created' })).body.count).toBe(newRows);
  });

  test('an import of another workspace has no contacts', async () => {
    const other = await newWorkspace();

    expect((await ask(list, { importId }, other.apiKey)).body).toEqual({
      data: [],
      nextCursor: null,
      hasMore: false,
    });
  });
});

describe('rejects', () => {
  test.each([
    [{ importResult: 'created' }, 'importResult'],
    [{ customFieldValue: 'gold' }, 'customFieldValue'],
  ])('rejects %j without the filter that it needs', async (query, path) => {
    const reply = await ask(list, query);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });
});
