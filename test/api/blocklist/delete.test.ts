import { beforeAll, describe, expect, test, vi } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { handler as remove } from '../../../functions/blocklist/delete.ts';
import { handler as list } from '../../../functions/blocklist/list.ts';
import { handler as get } from '../../../functions/contacts/get.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addContact, block, executionStatuses, uniqueEmail } from '../support/seed.ts';

let workspace: Workspace;
const destroy = (id: string) =>
  call(remove, { method: 'DELETE', path: `/blocklist/${id}`, params: { id }, apiKey: workspace.apiKey });
const contactOf = async (id: string) =>
  (await call(get, { method: 'GET', path: `/contacts/${id}`, params: { id }, apiKey: workspace.apiKey }))
    .body;
const entriesOf = async (value: string) =>
  (await call(list, { method: 'GET', path: '/blocklist', apiKey: workspace.apiKey, query: { value } })).body
    .data;
const waitForStatus = (id: string, status: string) =>
  vi.waitFor(async () => expect((await contactOf(id)).status).toBe(status), {
    timeout: 15_000,
    interval: 100,
  });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a removed address can receive email again; ended executions stay ended', async () => {
    const { workspaceId } = workspace;
    const email = uniqueEmail();
    const contactId = await addContact(workspaceId, { email });
    const campaign = await addCampaign(workspaceId, { contactIds: [contactId] });
    const { id } = await block(workspaceId, email);

    expect(await destroy(id)).toMatchObject({ status: 204, text: '' });
    expect(await contactOf(contactId)).toMatchObject({ status: 'active' });
    expect(await executionStatuses(workspaceId, contactId, [campaign.id])).toEqual(['blocklisted']);
    const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 1 });
    expect(data).toMatchObject([{ type: 'contact.updated', metadata: { changedFields: ['status'] } }]);
    expect(await entriesOf(email)).toEqual([]);
    expect((await destroy(id)).status).toBe(404);
    expect((await block(workspaceId, email)).id).not.toBe(id);
  });

  test('only the removal of its entry reverses an unsubscribe', async () => {
    const email = uniqueEmail();
    const id = await addContact(workspace.workspaceId, { email });
    const request = { path: `/contacts/${id}`, params: { id }, body: { status: 'unsubscribed' } };
    await call(update, { method: 'PATCH', apiKey: workspace.apiKey, ...request });
    const [entry] = await entriesOf(email);
    expect(entry).toMatchObject({ reason: 'unsubscribed', contactCount: 1 });
    await destroy(entry.id);

    expect(await contactOf(id)).toMatchObject({ status: 'active', unsubscribedAt: null });
    const { data } = await listActivity(connected(), workspace.workspaceId, { contactId: id, limit: 1 });
    expect(data).toMatchObject([
      { type: 'contact.updated', metadata: { changedFields: ['status', 'unsubscribedAt'] } },
    ]);
  });

  test('a removed domain releases its contacts, except contacts that another entry covers', async () => {
    const { workspaceId } = workspace;
    const [free, sub, own] = await Promise.all(
      ['a@free.example', 'b@sub.free.example', 'c@free.example'].map((email) =>
        addContact(workspaceId, { email }),
      ),
    );
    const domain = await block(workspaceId, 'free.example');
    for (const id of [free, sub, own]) await waitForStatus(id ?? '', 'blocklisted');
    await block(workspaceId, 'sub.free.example');
    const address = await block(workspaceId, 'c@free.example');
    expect(address.contactCount).toBe(0);
    await destroy(domain.id);
    await waitForStatus(free ?? '', 'active');

    await vi.waitFor(async () => expect((await entriesOf('c@free.example'))[0].contactCount).toBe(1));
    await vi.waitFor(async () => expect((await entriesOf('sub.free.example'))[0].contactCount).toBe(1));
    for (const id of [sub, own]) expect(await contactOf(id ?? '')).toMatchObject({ status: 'blocklisted' });
    await destroy(address.id);
    expect(await contactOf(own ?? '')).toMatchObject({ status: 'active' });
  });

  test('a removed address stays suppressed while its domain is blocked', async () => {
    const { workspaceId } = workspace;
    const contactId = await addContact(workspaceId, { email: 'a@both.example' });
    const address = await block(workspaceId, 'a@both.example');
    await block(workspaceId, 'both.example');
    await destroy(address.id);

    expect(await contactOf(contactId)).toMatchObject({ status: 'blocklisted' });
  });

  test('only one of several concurrent removals succeeds', async () => {
    const { id } = await block(workspace.workspaceId, uniqueEmail());
    const replies = await Promise.all(Array.from({ length: 5 }, () => destroy(id)));

    expect(replies.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404]);
  });
});
