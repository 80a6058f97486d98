import { expect, test } from 'vitest';
import { planExportDeletion } from '#lib/exports/delete.ts';
import { handler as list } from '../../../functions/exports/list.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace } from '../../support/stack.ts';
import { addWaitingExport, commitNow } from '../support/seed.ts';
import { newestFirst, walkPages } from '../support/walk.ts';

test('exports are listed page by page, newest first, without deleted ones and without URLs', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const ids: string[] = [];
  for (let each = 0; each < 3; each++) {
    const id = await addWaitingExport(workspaceId);
    ids.push(id);
    if (each === 0) await commitNow(workspaceId, await planExportDeletion(connected(), workspaceId, id));
  }
  const pages = await walkPages(list, { path: '/exports', apiKey, limit: 1 });
  const { body } = await call(list, { method: 'GET', path: '/exports', apiKey });

  expect(pages.flat()).toEqual(newestFirst(ids.slice(1)));
  expect(body.data[0]).toMatchObject({ type: 'contacts', status: 'queued' });
  expect(body.data[0]).not.toHaveProperty('downloadUrl');
});

test('exports of another workspace are not listed', async () => {
  await addWaitingExport((await newWorkspace()).workspaceId);
  const { apiKey } = await newWorkspace();

  expect((await call(list, { method: 'GET', path: '/exports', apiKey })).body.data).toEqual([]);
});
