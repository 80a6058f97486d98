import { beforeAll, describe, expect, test } from 'vitest';
import { handler as disconnect } from '../../../functions/email-accounts/disconnect.ts';
import { handler as list } from '../../../functions/email-accounts/list.ts';
import { handler as update } from '../../../functions/email-accounts/update.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addAccount } from '../support/seed.ts';
import { newestFirst, pathsOf, walkPages } from '../support/walk.ts';

const path = '/email-accounts';
let workspace: Workspace;
let ids: string[];
const ask = (query: Record<string, string> = {}, apiKey = workspace.apiKey) =>
  call(list, { method: 'GET', path, apiKey, query });
const walk = (limit: number, query = {}) => walkPages(list, { path, apiKey: workspace.apiKey, limit, query });

beforeAll(async () => {
  workspace = await newWorkspace();
  ids = await Promise.all(Array.from({ length: 23 }, () => addAccount(workspace.workspaceId)));
});

describe('accepts', () => {
  test.each([4, 22, 23, 100])('pages of %i return each account once, newest first', async (limit) => {
    const pages = await walk(limit);

    expect(pages.flat()).toEqual(newestFirst(ids));
    expect(pages).toHaveLength(Math.ceil(ids.length / limit));
  });

  test('a listed account has all fields', async () => {
    const [first] = (await ask({ limit: '1' })).body.data;

    expect(first).toMatchObject({ id: newestFirst(ids)[0], status: 'connected', provider: 'smtp', smtp: {} });
    expect(JSON.stringify(first)).not.toMatch(/password|sealed/i);
  });

  test('a status filter returns the accounts with that status, page by page, without delay', async () => {
    const other = await newWorkspace();
    const all = await Promise.all(Array.from({ length: 9 }, () => addAccount(other.workspaceId)));
    const [paused = [], gone = []] = [newestFirst(all).slice(0, 4), newestFirst(all).slice(4, 6)];
    for (const id of paused) {
      const body = { status: 'paused' };
      await call(update, { method: 'PATCH', path, params: { id }, apiKey: other.apiKey, body });
    }
    for (const id of gone) {
      await call(disconnect, { method: 'DELETE', path, params: { id }, apiKey: other.apiKey });
    }
    const listed = async (status: string) =>
      (await walkPages(list, { path, apiKey: other.apiKey, limit: 3, query: { status } })).flat();

    expect(await listed('paused')).toEqual(paused);
    expect(await listed('disconnected')).toEqual(gone);
    expect(await listed('connected')).toEqual(newestFirst(all).slice(6));
    expect(await listed('error')).toEqual([]);
  });
});

describe('rejects', () => {
  test('a status that does not exist', async () => {
    expect(pathsOf(await ask({ status: 'broken' }))).toEqual(['status']);
  });

  test('a cursor of the list of another status', async () => {
    const { nextCursor } = (await ask({ limit: '2', status: 'connected' })).body;

    expect(pathsOf(await ask({ limit: '2', cursor: nextCursor }))).toEqual(['cursor']);
    expect(pathsOf(await ask({ limit: '2', cursor: nextCursor, status: 'paused' }))).toEqual(['cursor']);
  });
});
