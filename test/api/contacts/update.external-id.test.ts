import { beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { handler as count } from '../../../functions/contacts/count.ts';
import { handler as create } from '../../../functions/contacts/create.ts';
import { handler as remove } from '../../../functions/contacts/delete.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { handler as erase } from '../../../functions/erasures/create.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContact, draftCampaign, uniqueEmail } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const on = (id: string) => ({ path: `/contacts/${id}`, params: { id }, apiKey: workspace.apiKey });
const post = (body: object) =>
  call(create, {
    method: 'POST',
    path: '/contacts',
    apiKey: workspace.apiKey,
    body: { email: uniqueEmail(), ...body },
  });
const patch = (id: string, body: unknown) => call(update, { method: 'PATCH', ...on(id), body });
const ask = (query: Record<string, string>, { apiKey } = workspace) =>
  call(list, { method: 'GET', path: '/contacts', apiKey, query });
const find = async (query: Record<string, string>): Promise<string[]> =>
  (await ask(query)).body.data.map(({ id }: { id: string }) => id);

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('a contact is found by its external id, which is trimmed and case-sensitive', async () => {
    const { status, body } = await post({ externalId: ' Crm-1#ä ' });

    expect(status).toBe(201);
    expect(body).toMatchObject({ externalId: 'Crm-1#ä' });
    expect((await ask({ externalId: 'Crm-1#ä' })).body).toEqual({
      data: [body],
      nextCursor: null,
      hasMore: false,
    });
    expect(await find({ externalId: 'crm-1#ä' })).toEqual([]);
    expect((await ask({ externalId: 'Crm-1#ä' }, await newWorkspace())).body.data).toEqual([]);
    expect((await post({})).body).toMatchObject({ externalId: null });
  });

  test('the external id is combined with the other filters', async () => {
    const campaign = await draftCampaign(workspace.workspaceId);
    const id = await addContact(workspace.workspaceId, {
      externalId: 'filtered',
      tags: ['a'],
      campaignIds: [campaign.id],
    });
    const query = { externalId: 'filtered' };

    expect(await find({ ...query, tag: 'a' })).toEqual([id]);
    expect(await find({ ...query, search: 'nobody' })).toEqual([]);
    expect(await find({ ...query, tag: 'b' })).toEqual([]);
    expect((await ask({ ...query, campaignId: campaign.id })).body.data).toMatchObject([
      { id, execution: { status: expect.any(String) } },
    ]);
    expect(
      (
        await call(count, {
          method: 'GET',
          path: '/contacts/count',
          apiKey: workspace.apiKey,
          query: { ...query, tag: 'a' },
        })
      ).body,
    ).toMatchObject({ count: 1, isExact: true });
  });

  test('a changed, cleared, deleted or erased external id is free', async () => {
    const id = await addContact(workspace.workspaceId, { externalId: 'free-1' });
    const changed = await patch(id, { externalId: 'free-2' });

    expect(changed.body).toMatchObject({ externalId: 'free-2' });
    expect(await find({ externalId: 'free-1' })).toEqual([]);
    expect(await find({ externalId: 'free-2' })).toEqual([id]);
    expect((await post({ externalId: 'free-1' })).status).toBe(201);
    expect((await patch(id, { externalId: null })).body).toMatchObject({ externalId: null });
    expect((await post({ externalId: 'free-2' })).status).toBe(201);
    expect((await patch(id, { externalId: 'free-3' })).status).toBe(200);
    await call(remove, { method: 'DELETE', ...on(id) });
    expect(await find({ externalId: 'free-3' })).toEqual([]);
    const again = await post({ externalId: 'free-3' });
    expect(again.status).toBe(201);
    await call(erase, { method: 'POST', ...on(again.body.id) });
    expect((await post({ externalId: 'free-3' })).status).toBe(201);
  });

  test('an event names the changed external id; the same one changes nothing', async () => {
    const id = await addContact(workspace.workspaceId);
    const changed = await patch(id, { externalId: 'event-1' });
    expect((await patch(id, { externalId: 'event-1', city: null })).body).toEqual(changed.body);
    const { data } = await listActivity(connected(), workspace.workspaceId, { contactId: id, limit: 10 });

    expect(data.map(({ metadata }) => metadata['changedFields'])).toEqual([['externalId'], undefined]);
  });
});

describe('rejects', () => {
  test('rejects the external id of another contact and names the field and the contact', async () => {
    const existingId = await addContact(workspace.workspaceId, { externalId: 'taken' });
    const details = [{ path: 'externalId', rule: 'unique', existingId }];
    const other = await addContact(workspace.workspaceId, { externalId: 'kept' });
    const replies = [await post({ externalId: 'taken' }), await patch(other, { externalId: 'taken' })];
    for (const reply of replies)
      expect(reply).toMatchObject({ status: 422, body: { error: { code: 'VALIDATION_ERROR', details } } });

    expect(await find({ externalId: 'kept' })).toEqual([other]);
  });

  test('one of several concurrent requests gets an external id', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => addContact(workspace.workspaceId)));
    const replies = await Promise.all(ids.map((id) => patch(id, { externalId: 'contested' })));

    expect(replies.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await find({ externalId: 'contested' })).toHaveLength(1);
  });

  test.each([
    ['a text of 256 characters', 'x'.repeat(256)],
    ['ill-formed Unicode', '\ud800'],
    ['a number', 12],
  ])('rejects %s', async (_, externalId) => {
    expect(pathsOf(await post({ externalId }))).toEqual(['externalId']);
  });

  test('an order is not accepted together with an external id', async () => {
    expect(pathsOf(await ask({ externalId: 'x', sort: 'email' }))).toEqual(['sort']);
  });
});
