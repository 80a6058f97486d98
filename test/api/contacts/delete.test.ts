import { beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { handler as remove } from '../../../functions/contacts/delete.ts';
import { handler as get } from '../../../functions/contacts/get.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addContact, executionStatuses, uniqueEmail } from '../support/seed.ts';

let workspace: Workspace;
const on = (id: string) => ({ path: `/contacts/${id}`, params: { id }, apiKey: workspace.apiKey });
const destroy = (id: string) => call(remove, { method: 'DELETE', ...on(id) });
const read = (id: string) => call(get, { method: 'GET', ...on(id) });
const find = async (query: Record<string, string>) =>
  (await call(list, { method: 'GET', path: '/contacts', apiKey: workspace.apiKey, query })).body.data;

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a deleted contact is in no list, and its address is free', async () => {
    const email = uniqueEmail();
    const id = await addContact(workspace.workspaceId, { email, tags: ['gone'], companyName: 'Gone Ltd' });
    const { companyId } = (await read(id)).body;

    expect(await destroy(id)).toMatchObject({ status: 204, text: '' });
    expect((await read(id)).status).toBe(404);
    expect((await destroy(id)).status).toBe(404);
    for (const query of [
      { email },
      { tag: 'gone' },
      { companyId },
      { search: email },
      { status: 'active' },
    ]) {
      expect(await find(query)).toEqual([]);
    }
    expect(await addContact(workspace.workspaceId, { email })).not.toBe(id);
  });

  test('stops the contact’s executions and keeps its activity', async () => {
    const { workspaceId } = workspace;
    const contactId = await addContact(workspaceId);
    const { id } = await addCampaign(workspaceId, { contactIds: [contactId] });
    await destroy(contactId);
    const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 10 });

    expect(await executionStatuses(workspaceId, contactId, [id])).toEqual(['stopped']);
    expect(data).toMatchObject([{ type: 'contact.created', contactId }]);
  });

  test('an unsubscribed contact stays suppressed after it is deleted and created again', async () => {
    const email = uniqueEmail();
    const id = await addContact(workspace.workspaceId, { email });
    await call(update, { method: 'PATCH', ...on(id), body: { status: 'unsubscribed' } });
    await destroy(id);
    const again = await addContact(workspace.workspaceId, { email: email.toUpperCase() });

    expect((await read(again)).body).toMatchObject({ status: 'unsubscribed' });
  });

  test('only one of several concurrent deletions succeeds', async () => {
    const id = await addContact(workspace.workspaceId);
    const replies = await Promise.all(Array.from({ length: 5 }, () => destroy(id)));

    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
  });
});
