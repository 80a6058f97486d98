import { beforeEach, describe, expect, test } from 'vitest';
import { listActivity } from '#lib/activity/activity.ts';
import { listEntries } from '#lib/blocklist/list.ts';
import { handler as upload } from '../../../functions/blocklist/import.ts';
import { handler as list } from '../../../functions/blocklist/list.ts';
import { handler as get } from '../../../functions/contacts/get.ts';
import { handler as getImport } from '../../../functions/contacts/get-import.ts';
import { waitUntil } from '../../../infra/local/demo/stack-time.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { addCampaign, addContact, block, executionStatuses } from '../support/seed.ts';
import { walkPages } from '../support/walk.ts';

let workspace: Workspace;
const send = (body: unknown, headers: Record<string, string> = { 'Content-Type': 'text/plain' }) =>
  call(upload, { method: 'POST', path: '/blocklist/import', apiKey: workspace.apiKey, body, headers });
const entries = async (type?: 'domain') =>
  (await listEntries(connected(), workspace.workspaceId, { type, limit: 100 })).data;
const countEntries = async () =>
  (await walkPages(list, { path: '/blocklist', apiKey: workspace.apiKey, limit: 100 })).flat().length;
const contactOf = async (id: string) =>
  (await call(get, { method: 'GET', path: `/contacts/${id}`, params: { id }, apiKey: workspace.apiKey }))
    .body;
const reportOf = async (id: string) =>
  (
    await call(getImport, {
      method: 'GET',
      path: `/contacts/imports/${id}`,
      params: { id },
      apiKey: workspace.apiKey,
    })
  ).body;

beforeEach(async () => {
  workspace = await newWorkspace();
});

describe('a list', () => {
  test('is added as single entries are, and its report can be read again', async () => {
    const { workspaceId } = workspace;
    const ada = await addContact(workspaceId, { email: 'ada@x.example' });
    const bob = await addContact(workspaceId, { email: 'bob@mail.y.example' });
    const campaign = await addCampaign(workspaceId, { contactIds: [ada] });
    const known = await block(workspaceId, 'known@x.example');
    const file =
      'value,note\nAda <ADA@x.example>,by phone\n*.y.example,\nacme,\nknown@x.example,again\n@Y.example,\n';
    const { status, body } = await send(file, { 'Content-Type': 'text/csv' });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: 'completed',
      rowsInFile: 5,
      total: 5,
      created: 2,
      updated: 0,
      skipped: 1,
      duplicatesInFile: 1,
      failed: 1,
      errors: [{ row: 4, email: 'acme', field: 'value', reason: 'must be one email address or one domain' }],
    });
    expect(await reportOf(body.importId)).toEqual(body);
    const stored = Object.fromEntries((await entries()).map((entry) => [entry.value, entry]));
    expect(stored).toMatchObject({
      'ada@x.example': { type: 'email', reason: 'import', note: 'by phone', contactCount: 1 },
      'y.example': { type: 'domain', reason: 'import', note: `Import ${body.importId}` },
      'known@x.example': known,
    });
    expect(Object.keys(stored)).toHaveLength(3);
    expect(await contactOf(ada)).toMatchObject({ status: 'blocklisted' });
    expect(await executionStatuses(workspaceId, ada, [campaign.id])).toEqual(['blocklisted']);
    const { data } = await listActivity(connected(), workspaceId, { contactId: ada, limit: 2 });
    expect(data.map(({ type }) => type)).toEqual(['contact.blocklisted', 'contact.updated']);
    await waitUntil('the job of the domain', async () => (await contactOf(bob)).status === 'blocklisted');
  });

  test('changes nothing when it is sent again, and its response is repeated with the key', async () => {
    const file = Array.from({ length: 60 }, (_, at) => `p${at}@x.example`).join('\r\n');
    const headers = { 'Content-Type': 'text/plain', 'Idempotency-Key': 'once' };
    const first = await send(file, headers);
    const before = await entries();

    expect((await send(file, headers)).body).toEqual(first.body);
    expect((await send(file)).body).toMatchObject({ total: 60, created: 0, skipped: 60 });
    expect(await entries()).toEqual(before);
    expect(before).toHaveLength(60);
  });

  test('ends the sequences of contacts in many campaigns', async () => {
    const { workspaceId } = workspace;
    const emails = Array.from({ length: 12 }, (_, at) => `p${at}@x.example`);
    const contactIds = await Promise.all(emails.map((email) => addContact(workspaceId, { email })));
    const campaignIds: string[] = [];
    for (let at = 0; at < 6; at++) campaignIds.push((await addCampaign(workspaceId, { contactIds })).id);

    expect((await send(emails.join('\n'))).body).toMatchObject({ created: 12, failed: 0 });
    for (const id of contactIds)
      expect(await executionStatuses(workspaceId, id, campaignIds)).toEqual(Array(6).fill('blocklisted'));
  });

  test('of more than 1,000 values is added in the background', async () => {
    const values = Array.from({ length: 1001 }, (_, at) =>
      at % 50 === 0 ? `d${at}.example` : `p${at}@x.example`,
    );
    const reply = await send([...values, 'acme', values[1]].join('\n'));

    expect(reply).toMatchObject({ status: 202, body: { status: 'running', rowsInFile: 1003, total: 2 } });
    expectDocumented('blocklist.import', reply);
    const { importId } = reply.body;
    expect(reply.headers['location']).toBe(`/contacts/imports/${importId}`);
    await waitUntil('the end', async () => (await reportOf(importId)).status !== 'running');
    expect(await reportOf(importId)).toMatchObject({
      status: 'completed',
      total: 1003,
      created: 1001,
      skipped: 0,
      duplicatesInFile: 1,
      failed: 1,
      errors: [{ row: 1002, email: 'acme' }],
    });
    expect(await countEntries()).toBe(1001);
    expect(await entries('domain')).toHaveLength(21);
  });
});

describe('the file', () => {
  const form = (...parts: string[]) =>
    [...parts.map((part) => `--b\r\nContent-Disposition: form-data; ${part}\r\n`), '--b--\r\n'].join('');
  const multipart = { 'Content-Type': 'multipart/form-data; boundary=b' };

  test('can be sent as JSON or as a form', async () => {
    const json = await send({ csv: 'a.example' }, {});
    const asForm = await send(form('name="file"\r\n\r\nb.example'), multipart);

    for (const { status, body } of [json, asForm])
      expect([status, body.created, body.failed]).toEqual([200, 1, 0]);
    expect((await entries()).map(({ value }) => value)).toEqual(['b.example', 'a.example']);
  });

  test.each([
    ['options in JSON', { csv: 'a.example', options: { tags: ['x'] } }, {}, 'options'],
    [
      'options in a form',
      form('name="file"\r\n\r\na.example', 'name="options"\r\n\r\n{}'),
      multipart,
      'options',
    ],
    ['no values', 'name,city\nAda Lovelace,Bonn', { 'Content-Type': 'text/plain' }, 'body'],
    ['nothing', '', { 'Content-Type': 'text/plain' }, 'body'],
    ['too many rows', 'x.example\n'.repeat(50_001), { 'Content-Type': 'text/plain' }, 'body'],
  ])('with %s returns 422 and adds nothing', async (_, body, headers, path) => {
    const reply = await send(body, headers as Record<string, string>);

    expect(reply).toMatchObject({ status: 422, body: { error: { code: 'VALIDATION_ERROR' } } });
    expect(reply.body.error.details.map((detail: { path: string }) => detail.path)).toEqual([path]);
    expect(await entries()).toEqual([]);
  });
});
