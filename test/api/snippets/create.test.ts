import { beforeAll, describe, expect, test } from 'vitest';
import { snippetsMax } from '#lib/snippets/snippet.ts';
import { handler as create } from '../../../functions/snippets/create.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addSnippet } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const post = (body: unknown, apiKey = workspace.apiKey) =>
  call(create, { method: 'POST', path: '/snippets', apiKey, body });

beforeAll(async () => {
  workspace = await newWorkspace();
});

test('a snippet keeps the white space, the merge fields and the choices of its text', async () => {
  const text = '{Hi|Hello} {{firstName | default: "there"}},\n\n  shall we talk?\n';
  const { status, body } = await post({ name: ' Call ', text });

  expect(status).toBe(201);
  expect(body).toMatchObject({ name: 'Call', text });
});

describe('rejects', () => {
  test.each<[unknown, string]>([
    [{ text: 'Hello' }, 'name'],
    [{ name: 'Call', text: '' }, 'text'],
    [{ name: 'Call', text: 'x'.repeat(5001) }, 'text'],
    [{ name: 'Call', text: 'Hi {{firstName' }, 'text'],
    [{ name: 'Call', text: 'Hi {{nickname}}' }, 'text'],
  ])('rejects %j', async (body, path) => {
    const reply = await post(body);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });

  test('names the fault of a merge field', async () => {
    const { body } = await post({ name: 'Call', text: 'Hi {{firstName' });

    expect(body.error.details[0].message).toBe('a {{ has no closing }}');
  });

  test('rejects a snippet above the maximum of a workspace', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    for (let count = 0; count < snippetsMax; count++) await addSnippet(workspaceId);
    const reply = await post({ name: 'Call', text: 'Shall we talk?' }, apiKey);

    expect(reply.status).toBe(422);
    expect(reply.body.error.message).toContain('at most 100 snippets');
  });
});
