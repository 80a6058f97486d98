import { beforeAll, expect, test } from 'vitest';
import { handler as get } from '../../../functions/snippets/get.ts';
import { handler as update } from '../../../functions/snippets/update.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addSnippet } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const on = (id: string) => ({ path: `/snippets/${id}`, params: { id }, apiKey: workspace.apiKey });
const patch = (id: string, body: unknown) => call(update, { method: 'PATCH', ...on(id), body });
const read = (id: string) => call(get, { method: 'GET', ...on(id) });

beforeAll(async () => {
  workspace = await newWorkspace();
});

test('changes only the fields of the patch, and nothing without a change', async () => {
  const id = await addSnippet(workspace.workspaceId, { name: 'Call' });
  const { status, body } = await patch(id, { text: 'Shall we talk on Friday?' });

  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'Call', text: 'Shall we talk on Friday?' });
  expect((await read(id)).body).toEqual(body);
  expect((await patch(id, { name: 'Call' })).body).toEqual(body);
});

test('applies both of two concurrent patches', async () => {
  const id = await addSnippet(workspace.workspaceId);
  await Promise.all([patch(id, { name: 'Later' }), patch(id, { text: 'Shall we talk later?' })]);

  expect((await read(id)).body).toMatchObject({ name: 'Later', text: 'Shall we talk later?' });
});

test('rejects a text with an invalid merge field', async () => {
  const reply = await patch(await addSnippet(workspace.workspaceId), { text: 'Hi {{nickname}}' });

  expect([reply.status, pathsOf(reply)]).toEqual([422, ['text']]);
});
