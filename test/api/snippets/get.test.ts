import { expect, test } from 'vitest';
import { handler as get } from '../../../functions/snippets/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';
import { addSnippet } from '../support/seed.ts';

test('returns a snippet of its workspace only', async () => {
  const { workspaceId, apiKey } = await newWorkspace();
  const id = await addSnippet(workspaceId, { name: 'Call' });
  const other = await newWorkspace();
  const read = (key: string) =>
    call(get, { method: 'GET', path: `/snippets/${id}`, params: { id }, apiKey: key });

  expect((await read(apiKey)).body).toMatchObject({ id, name: 'Call', text: 'Shall we talk on Thursday?' });
  expect((await read(other.apiKey)).status).toBe(404);
});
