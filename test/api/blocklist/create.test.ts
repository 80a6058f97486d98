import { beforeEach, describe, expect, test, vi } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { handler as create } from '../../../functions/blocklist/create.ts';
import { handler as list } from '../../../functions/blocklist/list.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { handler as remove } from '../../../functions/contacts/delete.ts';
import { handler as get } from '../../../functions/contacts/get.ts';
import { handler as importContacts } from '../../../functions/contacts/import.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { handler as update } from '../../../functions/contacts/update.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addContact, executionStatuses, uniqueEmail } from '../support/seed.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const send = (body: unknown) =>
  call(create, { method: 'POST', path: '/blocklist', apiKey: workspace.apiKey, body });
const postContact = (email: string) =>
  call(createContact, { method: 'POST', path: '/contacts', apiKey: workspace.apiKey, body: { email } });
const contactOf = async (id: string) =>
  (await call(get, { method: 'GET', path: `/contacts/${id}`, params: { id }, apiKey: workspace.apiKey }))
    .body;
const findContact = async (email: string) =>
  (await call(listContacts, { method: 'GET', path: '/contacts', apiKey: workspace.apiKey, query: { email } }))
    .body.data[0];
const entryOf = async (value: string) =>
  (await call(list, { method: 'GET', path: '/blocklist', apiKey: workspace.apiKey, query: { value } })).body
    .data[0];
const kindsOf = async (contactId: string) =>
  (await listActivity(connected(), workspace.workspaceId, { contactId, limit: 50 })).data.map(
    ({ type }) => type,
  );
const waitForStatus = (ids: string[], status: string) =>
  vi.waitFor(
    async () => {
      for (const id of ids) expect((await contactOf(id)).status).toBe(status);
    },
    { timeout: 15_000, interval: 100 },
  );

beforeEach(async () => {
  workspace = await newWorkspace();
});

describe('an address', () => {
  test('suppresses its contact and ends the contact’s executions immediately', async () => {
    const { workspaceId } = workspace;
    const email = uniqueEmail();
    const contactId = await addContact(workspaceId, { email });
    const campaign = await addCampaign(workspaceId, { contactIds: [contactId] });
    const { status, body, headers } = await send({ value: email.toUpperCase(), note: 'by phone' });

    expect(status).toBe(201);
    // No endpoint returns a single entry.
    expect(headers).not.toHaveProperty('location');
    expect(body).toMatchObject({
      value: email,
      type: 'email',
      reason: 'manual',
      note: 'by phone',
      contactCount: 1,
    });
    expect(await contactOf(contactId)).toMatchObject({ status: 'blocklisted' });
    expect(await executionStatuses(workspaceId, contactId, [campaign.id])).toEqual(['blocklisted']);
    const { data } = await listActivity(connected(), workspaceId, { contactId, limit: 1 });
    expect(data).toMatchObject([
      { type: 'contact.blocklisted', metadata: { email, blocklistEntryId: body.id, reason: 'manual' } },
    ]);
  });

  test('already on the list returns its entry and changes nothing', async () => {
    const email = uniqueEmail();
    const contactId = await addContact(workspace.workspaceId, { email });
    const first = await send({ value: email });
    const again = await send({ value: ` ${email.toUpperCase()}`, note: 'again' });

    expect(again).toMatchObject({ status: 200, body: first.body });
    expect(await kindsOf(contactId)).toEqual(['contact.blocklisted', 'contact.updated', 'contact.created']);
  });

  test('blocked by ten concurrent requests has one entry and one event', async () => {
    const email = uniqueEmail();
    const contactId = await addContact(workspace.workspaceId, { email });
    const replies = await Promise.all(Array.from({ length: 10 }, () => send({ value: email })));

    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(9).fill(200), 201]);
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    expect(await kindsOf(contactId)).toEqual(['contact.blocklisted', 'contact.updated', 'contact.created']);
  });

  test('stays suppressed if its contact is deleted and then created or imported again', async () => {
    const [one, two] = [uniqueEmail(), uniqueEmail()];
    for (const email of [one, two]) {
      const id = await addContact(workspace.workspaceId, { email });
      await send({ value: email });
      await call(remove, {
        method: 'DELETE',
        path: `/contacts/${id}`,
        params: { id },
        apiKey: workspace.apiKey,
      });
    }
    const created = await postContact(one);
    const file = `email\n${two}\n${uniqueEmail()}\n`;
    const request = { path: '/contacts/import', headers: { 'Content-Type': 'text/csv' }, body: file };
    const report = await call(importContacts, { method: 'POST', apiKey: workspace.apiKey, ...request });

    expect(created.body).toMatchObject({ status: 'blocklisted' });
    expect(report.body).toMatchObject({ total: 2, created: 2 });
    expect(await findContact(two)).toMatchObject({ status: 'blocklisted' });
    expect((await entryOf(two)).contactCount).toBe(2);
  });

  test('is suppressed even if its contact is created or deleted concurrently', async () => {
    for (let round = 0; round < 8; round++) {
      const email = uniqueEmail();
      const known = round % 2 === 0 ? await addContact(workspace.workspaceId, { email }) : undefined;
      const path = `/contacts/${known}`;
      const [entry, other] = await Promise.all([
        send({ value: email }),
        known === undefined
          ? postContact(email)
          : call(remove, { method: 'DELETE', path, params: { id: known }, apiKey: workspace.apiKey }),
      ]);
      expect([entry.status, other.status]).toEqual([201, known === undefined ? 201 : 204]);
      const { body } = known === undefined ? other : await postContact(email);

      expect(await contactOf(body.id)).toMatchObject({ status: 'blocklisted' });
    }
  });
});

describe('a domain', () => {
  test('suppresses its sub-domains, but not similar domains', async () => {
    const { workspaceId } = workspace;
    const inside = ['a@block.example', 'b@mail.block.example', 'c@x.mail.block.example'];
    const outside = ['d@notblock.example', 'e@block-x.example', 'f@block.example.org', 'g@xblock.example'];
    const [insideIds, outsideIds] = await Promise.all(
      [inside, outside].map((emails) =>
        Promise.all(emails.map((email) => addContact(workspaceId, { email }))),
      ),
    );
    const { status, body } = await send({ value: '*.BLOCK.example', reason: 'import' });
    await waitForStatus(insideIds ?? [], 'blocklisted');

    expect([status, body.value, body.type, body.reason]).toEqual([201, 'block.example', 'domain', 'import']);
    for (const id of outsideIds ?? []) expect(await contactOf(id)).toMatchObject({ status: 'active' });
    expect(await entryOf('@block.example')).toMatchObject({ id: body.id, contactCount: 3 });
    for (const id of insideIds ?? []) {
      expect(await kindsOf(id)).toEqual(['contact.blocklisted', 'contact.updated', 'contact.created']);
    }
    expect((await postContact('new@sub.block.example')).body).toMatchObject({ status: 'blocklisted' });
    expect((await postContact('new@notblock.example')).body).toMatchObject({ status: 'active' });
  });

  test('has one entry for all spellings', async () => {
    const first = await send({ value: 'bücher-block.example' });
    for (const value of ['@BÜCHER-block.example', `*.${first.body.value}`, 'Bücher-Block.example']) {
      expect(await send({ value })).toMatchObject({ status: 200, body: { id: first.body.id } });
    }
    expect((await postContact('ann@bücher-block.EXAMPLE')).body).toMatchObject({ status: 'blocklisted' });
  });

  test('leaves unsubscribed contacts unsubscribed', async () => {
    const id = await addContact(workspace.workspaceId, { email: 'gone@leave.example' });
    const other = await addContact(workspace.workspaceId, { email: 'here@leave.example' });
    const request = { path: `/contacts/${id}`, params: { id }, body: { status: 'unsubscribed' } };
    await call(update, { method: 'PATCH', apiKey: workspace.apiKey, ...request });
    await send({ value: 'leave.example' });
    await waitForStatus([other], 'blocklisted');

    expect(await contactOf(id)).toMatchObject({ status: 'unsubscribed' });
    expect(await entryOf('leave.example')).toMatchObject({ contactCount: 1 });
  });
});

describe('rejects', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['nothing', {}, 'value'],
    ['a word', { value: 'acme' }, 'value'],
    ['a whole top-level domain', { value: '*.com' }, 'value'],
    ['two addresses', { value: 'a@b.co,c@d.co' }, 'value'],
    ['an IP address', { value: '127.0.0.1' }, 'value'],
    ['a pattern', { value: 'a*@acme.com*' }, 'value'],
    ['a reason that only the service sets', { value: 'a@b.co', reason: 'hard_bounce' }, 'reason'],
    ['a long note', { value: 'a@b.co', note: 'x'.repeat(501) }, 'note'],
    ['a count', { value: 'a@b.co', contactCount: 1 }, 'contactCount'],
  ])('rejects %s and names the field', async (_, body, path) => {
    const reply = await send(body);

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });
});
