import { beforeAll, describe, expect, test } from 'vitest';
import { handler as list } from '../../../functions/webhooks/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addWebhook } from '../support/seed.ts';
import { newestFirst, walkPages } from '../support/walk.ts';

let workspace: Workspace;
const ask = (apiKey = workspace.apiKey) => call(list, { method: 'GET', path: '/webhooks', apiKey });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a webhook as created, without its secret', async () => {
    const { secret, ...webhook } = await addWebhook(workspace.workspaceId, { description: 'CRM' });
    const { body, text } = await ask();

    expect(body.data).toEqual([webhook]);
    expect(webhook).toMatchObject({
      lastSuccessAt: null,
      lastFailureAt: null,
      lastError: null,
      disabledAt: null,
      secretRotation: null,
    });
    expect(text).not.toContain(secret.slice('whsec_'.length));
    expect(text).not.toMatch(/sealed|whsec/i);
  });

  test('pages return each webhook once, newest first', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const made = await Promise.all(Array.from({ length: 11 }, () => addWebhook(workspaceId)));
    const pages = await walkPages(list, { path: '/webhooks', apiKey, limit: 4 });

    expect(pages.map((page) => page.length)).toEqual([4, 4, 3]);
    expect(pages.flat()).toEqual(newestFirst(made.map(({ id }) => id)));
  });
});

describe('rejects', () => {
  test('webhooks of another workspace are not listed', async () => {
    expect((await ask((await newWorkspace()).apiKey)).body).toEqual({
      data: [],
      nextCursor: null,
      hasMore: false,
    });
  });
});
