import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/blocklist/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { block } from '../support/seed.ts';
import { newestFirst, pathsOf, walkPages } from '../support/walk.ts';

let workspace: Workspace;
const ids: Record<string, string> = {};
const walk = async (query: Record<string, string>) =>
  (await walkPages(list, { path: '/blocklist', apiKey: workspace.apiKey, limit: 2, query })).flat();
const valuesOf = (found: string[]) => found.map((id) => Object.keys(ids).find((value) => ids[value] === id));

beforeAll(async () => {
  workspace = await newWorkspace();
  for (const value of ['a@acme.com', 'beta.com', 'b@acme.com', 'c@acme.com', 'acme.com']) {
    ids[value] = (await block(workspace.workspaceId, value)).id;
  }
});

describe('accepts', () => {
  test('lists every entry once, newest first', async () => {
    expect(await walk({})).toEqual(newestFirst(Object.values(ids)));
  });

  test.each<[Record<string, string>, string[]]>([
    [{ type: 'domain' }, ['acme.com', 'beta.com']],
    [{ type: 'email' }, ['c@acme.com', 'b@acme.com', 'a@acme.com']],
    [{ value: ' A@ACME.com' }, ['a@acme.com']],
    [{ value: '*.Acme.com' }, ['acme.com']],
    [{ value: 'acme.com', type: 'email' }, []],
    [{ value: 'x@acme.com' }, []],
  ])('the filter %j finds %j', async (query, expected) => {
    expect(valuesOf(await walk(query))).toEqual(expected);
  });
});

describe('rejects', () => {
  test.each([
    [{ type: 'ip' }, 'type'],
    [{ value: 'acme' }, 'value'],
    [{ reason: 'manual' }, 'reason'],
  ])('rejects the filter %j', async (filter, path) => {
    const query: Record<string, string> = { limit: '5', ...filter };
    const reply = await call(list, { method: 'GET', path: '/blocklist', apiKey: workspace.apiKey, query });

    expect(pathsOf(reply)).toEqual([path]);
  });
});
