import { beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { handler as upsert } from '../../../functions/contacts/upsert.ts';
import { call, type TestReply } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addContact, block, draftCampaign, uniqueEmail } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const put = (body: object, headers: Record<string, string> = {}) =>
  call(upsert, { method: 'PUT', path: '/contacts', apiKey: workspace.apiKey, body, headers });
const find = async (query: Record<string, string>) =>
  (await call(list, { method: 'GET', path: '/contacts', apiKey: workspace.apiKey, query })).body.data;
const eventsOf = async (contactId: string) => {
  const { data } = await listActivity(connected(), workspace.workspaceId, { contactId, limit: 100 });

  return data.map(({ type }) => type).sort();
};
const statusesOf = (replies: readonly TestReply[]) => replies.map(({ status }) => status).sort();

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('creates', () => {
  test('creates a contact that has neither the external id nor the address', async () => {
    const email = uniqueEmail();
    const reply = await put({ email, externalId: 'new-1', firstName: 'Ann', tags: ['a'] });
    const { id } = reply.body;

    expect(reply).toMatchObject({ status: 201, headers: { location: `/contacts/${id}` } });
    expect(reply.body).toMatchObject({
      email,
      externalId: 'new-1',
      source: 'api',
      city: null,
      customFields: {},
    });
    expect(await find({ externalId: 'new-1' })).toEqual([reply.body]);
    expect(await eventsOf(id)).toEqual(['contact.created']);
  });

  test('enrols the contact, and suppresses it if its address is blocklisted', async () => {
    const { id: campaignId } = await draftCampaign(workspace.workspaceId);
    const email = uniqueEmail();
    await block(workspace.workspaceId, email);

    expect((await put({ email: uniqueEmail(), campaignIds: [campaignId] })).body.enrolment).toEqual({
      enrolled: 1,
      notEnrolled: [],
    });
    expect((await put({ email })).body).toMatchObject({ status: 'blocklisted' });
  });

  test('concurrent requests for a new contact create one, and all succeed', async () => {
    const email = uniqueEmail();
    const byAddress = await Promise.all([1, 2, 3, 4].map((at) => put({ email, city: `City ${at}` })));
    const byId = await Promise.all(
      [1, 2, 3, 4].map(() => put({ email: uniqueEmail(), externalId: 'concurrent' })),
    );

    for (const replies of [byAddress, byId]) {
      expect(statusesOf(replies)).toEqual([200, 200, 200, 201]);
      expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    }
    expect(await find({ externalId: 'concurrent' })).toMatchObject([{ id: byId[0]?.body.id }]);
  });
});

describe('updates', () => {
  test('changes the given fields of the contact with the address; the others stay', async () => {
    const email = uniqueEmail();
    const id = await addContact(workspace.workspaceId, {
      email,
      firstName: 'Ann',
      city: 'Bonn',
      tags: ['a'],
      customFields: { plan: 'pro' },
    });
    const reply = await put({ email, externalId: 'known-1', city: null, lastName: 'Lee' });

    expect(reply).toMatchObject({
      status: 200,
      body: { id, externalId: 'known-1', firstName: 'Ann', lastName: 'Lee', city: null, tags: ['a'] },
    });
    expect(reply.body.customFields).toEqual({ plan: 'pro' });
    expect((await put({ email, tags: ['b'], customFields: { seats: 2 } })).body).toMatchObject({
      externalId: 'known-1',
      tags: ['b'],
      customFields: { seats: 2 },
    });
  });

  test('the external id takes precedence, so the address of the contact can change', async () => {
    const id = await addContact(workspace.workspaceId, { externalId: 'moved-1' });
    const email = uniqueEmail();

    expect(await put({ email, externalId: 'moved-1' })).toMatchObject({ status: 200, body: { id, email } });
    expect(await find({ email })).toMatchObject([{ id }]);
  });

  test('a repeated request changes nothing and emits no event', async () => {
    const { id: campaignId } = await draftCampaign(workspace.workspaceId);
    const body = { email: uniqueEmail(), externalId: 'again-1', tags: ['a'], campaignIds: [campaignId] };
    const { enrolment: _, ...contact } = (await put(body)).body;
    const again = await put(body);

    expect(again).toMatchObject({ status: 200, body: contact });
    expect(again.body.enrolment).toMatchObject({
      enrolled: 0,
      notEnrolled: [{ reason: 'already_enrolled' }],
    });
    expect(await eventsOf(contact.id)).toEqual(['contact.created']);
  });

  test('a repeat with the Idempotency-Key returns the first response', async () => {
    const body = { email: uniqueEmail(), firstName: 'Ann' };
    const headers = { 'Idempotency-Key': 'upsert-1' };
    const first = await put(body, headers);
    await put({ ...body, firstName: 'Bea' });

    expect(await put(body, headers)).toMatchObject({ status: 201, body: first.body });
  });
});

describe('rejects', () => {
  test('rejects an external id and an address of two contacts', async () => {
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    await addContact(workspace.workspaceId, { email: first, externalId: 'two-1' });
    const existingId = await addContact(workspace.workspaceId, { email: second });
    const reply = await put({ email: second, externalId: 'two-1', firstName: 'Ann' });

    expect(reply).toMatchObject({
      status: 422,
      body: { error: { details: [{ path: 'email', rule: 'unique', existingId }] } },
    });
    expect(await find({ externalId: 'two-1' })).toMatchObject([{ email: first, firstName: null }]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['a request without an address', { email: undefined, externalId: 'x' }, 'email'],
    ['fields of an update only', { addCampaignIds: [] }, 'addCampaignIds'],
    ['an unknown campaign', { campaignIds: ['cmp_01JCZ3X5V2N8Q4R6T7W9Y1B3D5'] }, 'campaignIds[0]'],
  ])('rejects %s and names the field', async (_, fields, path) => {
    const email = uniqueEmail();
    await addContact(workspace.workspaceId, { email });

    expect(pathsOf(await put({ email, ...fields }))).toEqual([path]);
  });

  test('rejects If-Match, because the contact may be new', async () => {
    const reply = await put({ email: uniqueEmail() }, { 'If-Match': '"x"' });

    expect(pathsOf(reply)).toEqual(['If-Match']);
  });
});
