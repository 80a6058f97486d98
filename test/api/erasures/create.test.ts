import { beforeAll, describe, expect, test } from 'vitest';
import { planContactDeletion } from '#lib/contacts/delete.ts';
import { newId } from '#lib/values/ids.ts';
import { handler as get } from '../../../functions/contacts/get.ts';
import { handler as erase } from '../../../functions/erasures/create.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { addContact, commitNow } from '../support/seed.ts';

let workspace: Workspace;
const on = (id: string, apiKey = workspace.apiKey) => ({ params: { id }, apiKey });
const request = (id: string, apiKey?: string) =>
  call(erase, { method: 'POST', path: `/contacts/${id}/erase`, ...on(id, apiKey) });
const read = (id: string) => call(get, { method: 'GET', path: `/contacts/${id}`, ...on(id) });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a contact, which can no longer be read', async () => {
    const id = await addContact(workspace.workspaceId);
    const { status, body, headers } = await request(id);

    expect(status).toBe(202);
    expect(body).toEqual({
      contactId: id,
      status: 'running',
      completedAt: null,
      requestedAt: expect.any(String),
    });
    expect(headers['location']).toContain(`/contacts/${id}/erasure`);
    expect((await read(id)).status).toBe(404);
  });

  test('a repeated request, which returns the first erasure', async () => {
    for (let each = 0; each < (isWholeTier ? 8 : 1); each++) {
      const id = await addContact(workspace.workspaceId);
      const replies = await Promise.all(Array.from({ length: 8 }, () => request(id)));

      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]));
      expect(new Set(replies.map(({ body }) => body.requestedAt)).size).toBe(1);
    }
  });

  test('a contact that was deleted', async () => {
    const { workspaceId } = workspace;
    const id = await addContact(workspaceId);
    await commitNow(workspaceId, await planContactDeletion(connected(), workspaceId, id));

    expect((await request(id)).status).toBe(202);
  });
});

describe('rejects', () => {
  test('a contact that never existed, and the contact of another workspace', async () => {
    const other = await newWorkspace();
    const id = await addContact(workspace.workspaceId);

    expect((await request(newId('con', Date.now()))).status).toBe(404);
    expect((await request(id, other.apiKey)).status).toBe(404);
    expect((await read(id)).status).toBe(200);
  });
});
