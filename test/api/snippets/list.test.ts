import { expect, test } from 'vitest';
import { handler as list } from '../../../functions/snippets/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { addSnippet } from '../support/seed.ts';
import { newestFirst, walkPages } from '../support/walk.ts';

test('lists the snippets of its workspace, newest first', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const ids: string[] = [];
  for (const name of ['Call', 'Later', 'Price']) ids.push(await addSnippet(workspaceId, { name }));
  const pages = await walkPages(list, { path: '/snippets', apiKey, limit: 2 });
  const other = await newWorkspace();
  const { body } = await call(list, { method: 'GET', path: '/snippets', apiKey: other.apiKey });

  expect(pages.flat()).toEqual(newestFirst(ids));
  expect(body.data).toEqual([]);
});
