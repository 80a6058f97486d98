import { expect, test } from 'vitest';
import { handler as deleteSnippet } from '../../../functions/snippets/delete.ts';
import { handler as get } from '../../../functions/snippets/get.ts';
import { handler as update } from '../../../functions/snippets/update.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { addSnippet } from '../support/seed.ts';

test('a deleted snippet is unknown', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const id = await addSnippet(workspaceId);
  const on = { path: `/snippets/${id}`, params: { id }, apiKey };
  const remove = () => call(deleteSnippet, { method: 'DELETE', ...on });

  expect((await remove()).status).toBe(204);
  expect((await remove()).status).toBe(404);
  expect((await call(get, { method: 'GET', ...on })).status).toBe(404);
  expect((await call(update, { method: 'PATCH', ...on, body: { name: 'Later' } })).status).toBe(404);
});
