import { describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/bulk-jobs/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { addBulkJob } from '../support/seed.ts';
import { newestFirst, walkPages } from '../support/walk.ts';

describe('accepts', () => {
  test('pages return each job once, newest first', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const ids: string[] = [];
    for (let each = 0; each < 9; each++) ids.push(await addBulkJob(workspaceId));
    const pages = await walkPages(list, { path: '/bulk-jobs', apiKey, limit: 4 });

    expect(pages.map((page) => page.length)).toEqual([4, 4, 1]);
    expect(pages.flat()).toEqual(newestFirst(ids));
  });
});

describe('rejects', () => {
  test('jobs of another workspace are not listed', async () => {
    await addBulkJob((await newWorkspace()).workspaceId);
    const { apiKey } = await newWorkspace();
    const { body } = await call(list, { method: 'GET', path: '/bulk-jobs', apiKey });

    expect(body).toEqual({ data: [], nextCursor: null, hasMore: false });
  });
});
