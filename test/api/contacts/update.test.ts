import { beforeAll, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { handler as get } from '../../../functions/contacts/get.ts';
import { handler as list } from '../../../functions/contacts/list.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import {
  addCampaign,
  addContact,
  addQuietAccount,
  executionStatuses,
  setExecution,
  uniqueEmail,
} from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const patch = (id: string, body: unknown) =>
  call(update, {
    method: 'PATCH',
    path: `/contacts/${id}`,
    params: { id },
    apiKey: workspace.apiKey,
    body,
  });
const read = async (id: string) =>
  (await call(get, { method: 'GET', path: `/contacts/${id}`, params: { id }, apiKey: workspace.apiKey }))
    .body;
const find = async (query: Record<string, string>): Promise<string[]> =>
  (await call(list, { method: 'GET', path: '/contacts', apiKey: workspace.apiKey, query })).body.data.map(
    ({ id }: { id: string }) => id,
  );
const eventsOf = async (contactId: string) =>
  (await listActivity(connected(), workspace.workspaceId, { contactId, limit: 100 })).data;

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test('changes only the fields of the patch; null clears a field', async () => {
    const id = await addContact(workspace.workspaceId, {
      firstName: 'Ann',
      city: 'Bonn',
      tags: ['a', 'b'],
      customFields: { plan: 'pro', seats: 2 },
    });
    const { status, body } = await patch(id, {
      firstName: 'Anna',
      city: null,
      tags: ['b', 'c'],
      customFields: { plan: 'free' },
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      firstName: 'Anna',
      city: null,
      tags: ['b', 'c'],
      customFields: { plan: 'free' },
    });
    expect(await read(id)).toEqual(body);
    const cleared = await patch(id, { tags: null, customFields: null });
    expect(cleared.body).toMatchObject({ firstName: 'Anna', tags: [], customFields: {} });
  });

  test('emits an event with the changed fields, and no event without a change', async () => {
    const id = await addContact(workspace.workspaceId, { firstName: 'Ann', customFields: { a: 1, b: 2 } });
    const changed = await patch(id, { firstName: 'Ann', lastName: 'Lee' });
    const again = await patch(id, { lastName: 'Lee', customFields: { b: 2, a: 1 } });

    expect(again.body).toEqual(changed.body);
    expect((await eventsOf(id)).map(({ type, metadata }) => [type, metadata['changedFields']])).toEqual([
      ['contact.updated', ['lastName']],
      ['contact.created', undefined],
    ]);
  });

  test('lists find a contact by its new tags and address, and not by former ones', async () => {
    const [from, to] = [uniqueEmail(), uniqueEmail()];
    const id = await addContact(workspace.workspaceId, { email: from, tags: ['was'] });
    await patch(id, { email: to.toUpperCase(), tags: ['is'] });

    expect(await find({ tag: 'was' })).toEqual([]);
    expect(await find({ tag: 'is' })).toEqual([id]);
    expect(await find({ email: from })).toEqual([]);
    expect(await find({ email: to })).toEqual([id]);
    expect((await patch(await addContact(workspace.workspaceId), { email: from })).status).toBe(200);
  });

  test('applies all of several concurrent patches', async () => {
    const id = await addContact(workspace.workspaceId);
    const fields = ['firstName', 'lastName', 'jobTitle', 'phone'];
    const replies = await Promise.all(fields.map((field) => patch(id, { [field]: field })));

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await read(id)).toMatchObject(Object.fromEntries(fields.map((field) => [field, field])));
  });

  test('an unsubscribed contact receives no email from any campaign', async () => {
    const { workspaceId } = workspace;
    const contactId = await addContact(workspaceId);
    const accountId = await addQuietAccount(workspaceId);
    const campaign = await addCampaign(workspaceId, {
      emailAccountIds: [accountId],
      contactIds: [contactId],
    });
    const { body } = await patch(contactId, { status: 'unsubscribed' });

    expect(body).toMatchObject({ status: 'unsubscribed', unsubscribedAt: expect.stringMatching(/Z$/) });
    expect(await read(contactId)).toEqual(body);
    expect(await executionStatuses(workspaceId, contactId, [campaign.id])).toEqual(['unsubscribed']);
    expect((await eventsOf(contactId)).map(({ type }) => type).sort()).toEqual([
      'contact.blocklisted',
      'contact.created',
      'contact.updated',
    ]);
    expect((await patch(contactId, { status: 'unsubscribed' })).body).toEqual(body);
    expect(await find({ status: 'unsubscribed' })).toEqual([contactId]);
  });

  test('suppression belongs to the address: with another address, the contact is active again', async () => {
    const email = uniqueEmail();
    const id = await addContact(workspace.workspaceId, { email });
    await patch(id, { status: 'unsubscribed' });
    const moved = await patch(id, { email: uniqueEmail() });
    expect(moved.body).toMatchObject({ status: 'active', unsubscribedAt: null });

    const other = await addContact(workspace.workspaceId, { email });
    expect(await read(other)).toMatchObject({ status: 'unsubscribed' });
  });

  test('a contact that is paused before its first message can get another address', async () => {
    const { workspaceId } = workspace;
    const contactId = await addContact(workspaceId);
    const { id } = await addCampaign(workspaceId, { contactIds: [contactId] });
    await setExecution(workspaceId, contactId, id, { status: 'paused', reason: 'missing_variable' });

    expect((await patch(contactId, { email: uniqueEmail() })).status).toBe(200);
  });

  test('links a contact to a company and unlinks it', async () => {
    const id = await addContact(workspace.workspaceId);
    const acme = (await patch(id, { companyName: 'Acme' })).body.companyId;
    expect(acme).toMatch(/^com_/);
    expect(await find({ companyId: acme })).toEqual([id]);

    expect((await patch(id, { companyId: null })).body.companyId).toBeNull();
    expect(await find({ companyId: acme })).toEqual([]);
    expect((await patch(id, { companyName: ' ACME ' })).body.companyId).toBe(acme);
    expect((await patch(id, { companyId: acme, companyName: '' })).body.companyId).toBe(acme);
    expect((await patch(id, { companyName: '' })).body.companyId).toBeNull();
  });

  test('an empty text clears a value, as null does', async () => {
    const id = await addContact(workspace.workspaceId, { phone: '1', country: 'DE', tags: ['a'] });
    const { body } = await patch(id, { phone: '', country: '', tags: '', customFields: '' });

    expect(body).toMatchObject({ phone: null, country: null, tags: [], customFields: {} });
    expect((await patch(id, { email: '' })).status).toBe(422);
  });
});

describe('rejects', () => {
  test('rejects an address of another contact and returns the contact’s id', async () => {
    const email = uniqueEmail();
    const owner = await addContact(workspace.workspaceId, { email });
    const reply = await patch(await addContact(workspace.workspaceId), { email });

    expect(reply).toMatchObject({
      status: 422,
      body: { error: { message: expect.stringContaining(owner) } },
    });
    expect(pathsOf(reply)).toEqual(['email']);
  });

  const underWay: [string, Record<string, unknown>][] = [
    ['waits for its next step', { status: 'in_progress', sentCount: 1 }],
    ['is paused after its first message', { status: 'paused', reason: 'missing_variable', sentCount: 1 }],
    ['is being sent its first message', { sendState: 'sending' }],
    ['has a first message with an unknown outcome', { sendState: 'unknown' }],
  ];

  test.each(underWay)('rejects another address while the contact %s', async (_, execution) => {
    const { workspaceId } = workspace;
    const contactId = await addContact(workspaceId);
    const { id } = await addCampaign(workspaceId, { contactIds: [contactId] });
    await setExecution(workspaceId, contactId, id, execution);
    const reply = await patch(contactId, { email: uniqueEmail() });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual(['email']);
    expect(reply.body.error.message).toContain(`removeCampaignIds`);
    expect((await patch(contactId, { firstName: 'Ann' })).status).toBe(200);
  });

  const wrong: [string, Record<string, unknown>, string][] = [
    ['a status that only the service sets', { status: 'active' }, 'status'],
    ['an invalid address', { email: 'nobody' }, 'email'],
    ['an empty address', { email: null }, 'email'],
    ['a source', { source: 'api' }, 'source'],
    ['a company that does not exist', { companyId: 'com_01JT5P6ZVW3M8Q4Y7N2C9R5XB1' }, 'companyId'],
  ];

  test.each(wrong)('rejects %s and names the field', async (_, body, path) => {
    const reply = await patch(await addContact(workspace.workspaceId), body);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });
});
