import { beforeAll, describe, expect, test } from 'vitest';
import { handler as create } from '../../../functions/contacts/create.ts';
import { handler as get } from '../../../functions/contacts/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';

let workspace: Workspace;
const post = (body: unknown, headers?: Record<string, string>) =>
  call(create, {
    method: 'POST',
    path: '/contacts',
    apiKey: workspace.apiKey,
    body,
    ...(headers && { headers }),
  });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a contact that was created can be read at its Location', async () => {
    const created = await post({ email: 'ann@example.com', firstName: 'Ann', tags: ['vip'] });
    const id = created.body.id;

    expect(created).toMatchObject({ status: 201, headers: { location: `/contacts/${id}` } });
    expect(
      await call(get, { method: 'GET', path: `/contacts/${id}`, params: { id }, apiKey: workspace.apiKey }),
    ).toMatchObject({
      status: 200,
      body: { ...created.body, email: 'ann@example.com', firstName: 'Ann', status: 'active', source: 'api' },
    });
  });
});

describe('rejects', () => {
  test('an address is unique in a workspace, however it is spelled, and the answer names its owner', async () => {
    const first = await post({ email: 'Bob@Example.com' });

    expect(await post({ email: 'bob@EXAMPLE.com' })).toMatchObject({
      status: 422,
      body: {
        error: {
          code: 'VALIDATION_ERROR',
          details: [{ path: 'email', message: expect.stringContaining(first.body.id) }],
        },
      },
    });
  });

  test('of 16 requests that create one address at once, exactly one succeeds', async () => {
    const replies = await Promise.all(Array.from({ length: 16 }, () => post({ email: 'race@example.com' })));

    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(15).fill(422)]);
  });
});
