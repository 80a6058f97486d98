import { beforeAll, describe, expect, test } from 'vitest';
import { contactViewsMax } from '#lib/contact-views/contact-view.ts';
import { handler as create } from '../../../functions/contact-views/create.ts';
import { handler as list } from '../../../functions/contact-views/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContactView } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const post = (body: unknown, apiKey = workspace.apiKey) =>
  call(create, { method: 'POST', path: '/contact-views', apiKey, body });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a view has its filters with times in UTC, and is listed', async () => {
    const filter = { tag: 'lead', customFieldName: 'plan', customFieldValue: 'gold' };
    const { status, body } = await post({
      name: ' Gold leads ',
      filter: { ...filter, lastContactedBefore: '2026-01-01T00:00:00+01:00' },
    });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Gold leads',
      filter: { ...filter, lastContactedBefore: '2025-12-31T23:00:00.000Z' },
    });
    const { apiKey } = workspace;
    const views = await call(list, { method: 'GET', path: '/contact-views', apiKey });
    expect(views.body.data).toEqual([body]);
  });
});

describe('rejects', () => {
  test.each<[unknown, string]>([
    [{ filter: { tag: 'lead' } }, 'name'],
    [{ name: 'All', filter: {} }, 'filter'],
    [{ name: 'Ann', filter: { tag: 'a', search: 'ann' } }, 'filter.search'],
    [{ name: 'Ann', filter: { tag: 'a', email: 'ann@acme.example' } }, 'filter.email'],
    [{ name: 'Gold', filter: { customFieldValue: 'gold' } }, 'filter.customFieldValue'],
  ])('rejects %j', async (body, path) => {
    const reply = await post(body);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });

  test('rejects a view above the maximum of a workspace', async () => {
    const { workspaceId, apiKey } = await newWorkspace();
    const view = { name: 'Leads', filter: { tag: 'lead' } };
    for (let count = 0; count < contactViewsMax; count++) await addContactView(workspaceId);
    const reply = await post(view, apiKey);

    expect(reply.status).toBe(422);
    expect(reply.body.error.message).toContain('at most 50 contact views');
  });
});
