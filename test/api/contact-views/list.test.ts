import { expect, test } from 'vitest';
import { handler as list } from '../../../functions/contact-views/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { addContactView } from '../support/seed.ts';
import { newestFirst, walkPages } from '../support/walk.ts';

test('lists the views of its workspace, newest first', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const ids: string[] = [];
  for (const name of ['Leads', 'Customers', 'Partners']) {
    ids.push(await addContactView(workspaceId, { name }));
  }
  const pages = await walkPages(list, { path: '/contact-views', apiKey, limit: 2 });
  const other = await newWorkspace();
  const { body } = await call(list, { method: 'GET', path: '/contact-views', apiKey: other.apiKey });

  expect(pages.flat()).toEqual(newestFirst(ids));
  expect(body.data).toEqual([]);
});
