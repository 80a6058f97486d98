import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/campaigns/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addQuietCampaign, draftCampaign, readCampaign, startCampaign } from '../support/seed.ts';
import { newestFirst, pathsOf, walkPages } from '../support/walk.ts';

let workspace: Workspace;
let running: string;
const ask = (query: Record<string, string> = {}, apiKey = workspace.apiKey) =>
  call(list, { method: 'GET', path: '/campaigns', apiKey, query });
const namesOf = async (query: Record<string, string>) =>
  (await ask(query)).body.data.map(({ name }: { name: string }) => name);

beforeAll(async () => {
  workspace = await newWorkspace();
  const { workspaceId } = workspace;
  for (const name of ['Spring', 'spring sale', 'Sprint 🏃', 'Autumn', 'SPRING 🔥']) {
    await draftCampaign(workspaceId, { name, tags: name.includes(' ') ? ['two words', 'warm'] : ['cold'] });
  }
  ({ id: running } = await addQuietCampaign(workspaceId));
  await startCampaign(workspaceId, running);
});

describe('accepts', () => {
  test('page requests, and returns every campaign once, newest first', async () => {
    for (const limit of [2, 6, 100]) {
      const pages = await walkPages(list, { path: '/campaigns', apiKey: workspace.apiKey, limit });

      expect(new Set(pages.flat()).size).toBe(6);
      expect(pages.flat()).toEqual(newestFirst(pages.flat()));
    }
  });

  test('a list request, and returns the number of steps instead of their texts and winners', async () => {
    const found = await readCampaign(workspace.workspaceId, running);
    const { steps, winners: _winners, sendingStatus: _, ...campaign } = found;
    const { body } = await ask({ status: 'active' });

    expect(body.data).toEqual([{ ...campaign, stepCount: steps.length }]);
    expect(body.data[0].stats).toMatchObject({ contacts: 1, pending: 1 });
  });

  test('filters by status, tag and prefix of the name', async () => {
    expect(await namesOf({ status: 'draft' })).toHaveLength(5);
    expect(await namesOf({ status: 'completed' })).toEqual([]);
    expect(await namesOf({ tag: 'two words' })).toEqual(['SPRING 🔥', 'Sprint 🏃', 'spring sale']);
    expect(await namesOf({ tag: 'Two words' })).toEqual([]);
    expect(await namesOf({ search: 'sPrInG' })).toEqual(['Spring', 'Spring', 'spring sale', 'SPRING 🔥']);
    expect(await namesOf({ search: 'spring 🔥' })).toEqual(['SPRING 🔥']);
    expect(await namesOf({ search: 'pring' })).toEqual([]);
  });

  test('combined filters, and returns campaigns that match all of them', async () => {
    expect(await namesOf({ tag: 'warm', search: 'spring' })).toEqual(['SPRING 🔥', 'spring sale']);
    expect(await namesOf({ tag: 'warm', status: 'active' })).toEqual([]);
    expect(await namesOf({ search: 'spring', status: 'active' })).toEqual(['Spring']);
  });

  test.each([{ tag: 'warm' }, { search: 'spr' }, { status: 'draft' }])(
    'the filter %o over several pages',
    async (query) => {
      const whole = (await ask(query)).body.data.map(({ id }: { id: string }) => id);
      const pages = await walkPages(list, { path: '/campaigns', apiKey: workspace.apiKey, limit: 1, query });

      expect(pages.flat()).toEqual(whole);
    },
  );
});

describe('rejects', () => {
  test('an unknown status, an empty search, and a cursor of other filters', async () => {
    const { nextCursor } = (await ask({ limit: '1' })).body;

    expect(pathsOf(await ask({ status: 'gone', search: ' ' }))).toEqual(['status', 'search']);
    expect(pathsOf(await ask({ cursor: nextCursor, status: 'draft' }))).toEqual(['cursor']);
  });

  test('access to campaigns of another workspace', async () => {
    const { apiKey } = await newWorkspace();

    for (const query of [{}, { tag: 'warm' }, { search: 's' }, { status: 'draft' }]) {
      expect((await ask(query, apiKey)).body.data).toEqual([]);
    }
  });
});
