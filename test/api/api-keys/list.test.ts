import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/api-keys/list.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { newApiKey, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newestFirst, walkPages } from '../support/walk.ts';

let workspace: Workspace;
const ask = (apiKey = workspace.apiKey) => call(list, { method: 'GET', path: '/api-keys', apiKey });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a list never returns a key, only its prefix and last characters', async () => {
    const { body, text } = await ask();

    expect(body.data).toHaveLength(2);
    expect(body.data.map(({ lastFour }: { lastFour: string }) => lastFour).sort()).toEqual(
      [workspace.apiKey.slice(-4), workspace.readOnlyApiKey.slice(-4)].sort(),
    );
    expect(text).not.toContain(workspace.apiKey.slice(30, -4));
    expect(text).not.toMatch(/hash|secret|"key"/i);
  });

  test('the last use is the gateway’s time of the last request', async () => {
    const { apiKey, readOnlyApiKey } = await newWorkspace();
    const at = Date.now();
    await call(listContacts, { method: 'GET', path: '/contacts', apiKey: readOnlyApiKey, at });
    const used = (await ask(apiKey)).body.data.find(
      ({ lastFour }: { lastFour: string }) => lastFour === readOnlyApiKey.slice(-4),
    );

    expect(used.lastUsedAt).toBe(new Date(at).toISOString());
  });

  test('pages return each key once, newest first', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    await Promise.all(Array.from({ length: 9 }, () => newApiKey(workspaceId, { scope: 'read-only' })));
    const pages = await walkPages(list, { path: '/api-keys', apiKey, limit: 4 });

    expect(pages.map((page) => page.length)).toEqual([4, 4, 3]);
    expect(pages.flat()).toEqual(newestFirst(pages.flat()));
    expect(new Set(pages.flat()).size).toBe(11);
  });
});

describe('rejects', () => {
  test('keys of another workspace are not listed', async () => {
    const other = await newWorkspace();
    const [mine, theirs] = [(await ask()).body.data, (await ask(other.apiKey)).body.data];
    const ids = [...mine, ...theirs].map(({ id }) => id);

    expect(new Set(ids).size).toBe(ids.length);
    expect(theirs).toHaveLength(2);
  });
});
