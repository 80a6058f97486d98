import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { kmsVault } from '#lib/crypto/vault.ts';
import { webhookKey } from '#lib/webhooks/items.ts';
import { planWebhookUpdate } from '#lib/webhooks/webhooks.ts';
import { handler as listAuditLog } from '../../../functions/audit-log/list.ts';
import { handler as create } from '../../../functions/webhooks/create.ts';
import { handler as get } from '../../../functions/webhooks/get.ts';
import { handler as list } from '../../../functions/webhooks/list.ts';
import { handler as testWebhook } from '../../../functions/webhooks/test.ts';
import { handler as update } from '../../../functions/webhooks/update.ts';
import { deliverMessage } from '../../bench/support/invoke.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { loggedText } from '../../support/logs.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { type Receiver, startReceiver } from '../../workers/support/receiver.ts';
import { addDeliveryMessage } from '../support/seed.ts';
import { readTableAsText } from '../support/table-dump.ts';
import { pathsOf } from '../support/walk.ts';

const value = 'Bearer planted-header-value';
const headers = { Authorization: value, 'X-Tenant': 'planted-tenant' };
const url = 'https://hooks.example.com/in';
let workspace: Workspace;
let receiver: Receiver;

beforeAll(async () => {
  [workspace, receiver] = await Promise.all([newWorkspace(), startReceiver()]);
});
beforeEach(() => {
  receiver.calls.length = 0;
});

const request = (changes: Partial<TestRequest>) => ({ apiKey: workspace.apiKey, ...changes });
const post = (body: object, changes: Partial<TestRequest> = {}) =>
  call(create, {
    method: 'POST',
    path: '/webhooks',
    ...request({ body: { url, events: ['*'], ...body }, ...changes }),
  });
const on = (id: string) => ({ path: `/webhooks/${id}`, params: { id } });
const patch = (id: string, body: unknown, changes: Partial<TestRequest> = {}) =>
  call(update, { method: 'PATCH', ...on(id), ...request({ body, ...changes }) });
const read = async (id: string) => (await call(get, { method: 'GET', ...on(id), ...request({}) })).body;
const sendTestTo = (id: string) =>
  call(testWebhook, { method: 'POST', path: `/webhooks/${id}/test`, params: { id }, ...request({}) });

async function newWebhook(body: object = {}): Promise<string> {
  const reply = await post({ headers, ...body });
  expectDocumented('webhooks.create', reply);

  return reply.body.id;
}

async function sentHeaders(id: string) {
  receiver.calls.length = 0;
  await sendTestTo(id);

  return receiver.calls[0]?.headers;
}

describe('the headers of a webhook', () => {
  test('are sent with each request, beside the headers of the service', async () => {
    const id = await newWebhook({ url: receiver.url });

    expect(await sentHeaders(id)).toMatchObject({
      authorization: value,
      'x-tenant': 'planted-tenant',
      'content-type': 'application/json',
      'x-webhook-event': 'webhook.test',
    });
  });

  test('are sent with deliveries and resends', async () => {
    const { workspaceId } = workspace;
    const id = await newWebhook({ url: receiver.url });
    const message = await addDeliveryMessage(workspaceId, id);
    await deliverMessage('webhooks.deliver', message);
    await deliverMessage('webhooks.deliver', { ...message, resend: 1 });

    expect(receiver.calls.map(({ headers: sent }) => sent.authorization)).toEqual([value, value]);
  });

  test('are shown by name only, and their values are in no response, log, audit entry or item', async () => {
    const key = { headers: { 'Idempotency-Key': 'once' } };
    const created = await post({ headers, url: receiver.url }, key);
    const { id } = created.body;
    const patched = await patch(id, { headers }, key);
    const listed = await call(list, { method: 'GET', path: '/webhooks', ...request({}) });
    const audit = await call(listAuditLog, { method: 'GET', path: '/audit-log', ...request({}) });
    await sentHeaders(id);

    for (const { body } of [created, patched]) {
      expect(body.headerNames).toEqual(['Authorization', 'X-Tenant']);
      expect(body).not.toHaveProperty('headers');
    }
    expect(await read(id)).toEqual(patched.body);
    expectDocumented('webhooks.update', patched);
    expect(audit.body.data[0]).toMatchObject({ operation: 'PATCH /webhooks/{id}', fields: ['headers'] });
    const texts = [
      created.text,
      patched.text,
      listed.text,
      audit.text,
      loggedText(),
      await readTableAsText(),
    ];
    for (const text of texts) expect(text).not.toContain('planted-');
  });

  test('are replaced by a request that has them, and stay otherwise', async () => {
    const id = await newWebhook({ url: receiver.url });
    await patch(id, { description: 'CRM', url: `${receiver.url}/other` });
    expect(await sentHeaders(id)).toMatchObject({ authorization: value });
    expect((await patch(id, { headers: { 'X-Other': 'one two' } })).body.headerNames).toEqual(['X-Other']);
    const sent = await sentHeaders(id);

    expect(sent).toMatchObject({ 'x-other': 'one two' });
    expect(sent).not.toHaveProperty('authorization');
  });

  test.each([null, {}])('are cleared by %j', async (none) => {
    const id = await newWebhook({ url: receiver.url });
    expect((await patch(id, { headers: none })).body.headerNames).toEqual([]);
    expect(await sentHeaders(id)).not.toHaveProperty('authorization');
    const before = await read(id);

    expect((await patch(id, { headers: none })).body).toEqual(before);
  });

  test('are not moved to another server without a decision', async () => {
    for (const moved of ['https://other.example.com/in', 'https://hooks.example.com:8443/in']) {
      const id = await newWebhook();
      const reply = await patch(id, { url: moved });
      expect([reply.status, pathsOf(reply)]).toEqual([422, ['headers']]);
      expect((await read(id)).url).toBe(url);
      const kept = await patch(id, { url: moved, headers: { Authorization: 'Bearer new' } });
      expect(kept.body).toMatchObject({ url: moved, headerNames: ['Authorization'] });

      expect((await patch(id, { url, headers: null })).body).toMatchObject({ url, headerNames: [] });
    }
  });

  test('are bound to their server: a URL that was rewritten in the table does not get them', async () => {
    const id = await newWebhook();
    const { workspaceId } = workspace;
    await connected().table.update({ update: webhookKey(workspaceId, id), set: { url: receiver.url } });

    expect((await sendTestTo(id)).status).toBe(500);
    expect(receiver.calls).toEqual([]);
  });

  test('accept ten of them, and values up to 1,000 characters', async () => {
    const ten = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`X-${at}`, 'x']));

    expect((await post({ headers: { ...ten, 'X-0': 'x'.repeat(1000) } })).status).toBe(201);
  });
});

describe('rejects', () => {
  const long = 'x'.repeat(1000);

  test.each<[string, Record<string, string>, string]>([
    ['eleven', Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`X-${at}`, 'x'])), 'headers'],
    ['more than 4,096 characters', { A: long, B: long, C: long, D: long, E: long }, 'headers'],
    ['a name twice', { 'X-A': 'x', 'x-a': 'y' }, 'headers'],
    ['a long value', { 'X-A': `${long}x` }, 'headers.X-A'],
    ['an empty value', { 'X-A': '' }, 'headers.X-A'],
    ['a line break', { 'X-A': 'x\r\nX-B: y' }, 'headers.X-A'],
    ['a value with a space at its end', { 'X-A': 'x ' }, 'headers.X-A'],
    ['a value that is not ASCII', { 'X-A': 'Łódź' }, 'headers.X-A'],
  ])('%s', async (_, rejected, path) => {
    const reply = await post({ headers: rejected });

    expect([reply.status, pathsOf(reply)]).toEqual([422, [path]]);
  });

  test.each([
    ...['Connection', 'keep-alive', 'TE', 'Trailer', 'TRANSFER-ENCODING', 'Upgrade', 'Proxy-Authorization'],
    ...[
      'host',
      'Content-Type',
      'content-length',
      'Content-Encoding',
      'User-Agent',
      'Accept',
      'Accept-Encoding',
    ],
    ...['Cookie', 'Expect', 'X-Webhook-Id', 'x-webhook-signature', 'WEBHOOK-ID', 'Idempotency-Key'],
    ...['X A', 'X:A', 'Ä', '', 'x'.repeat(101), '__proto__'],
  ])('the name %j', async (name) => {
    const body = `{"url":"${url}","events":["*"],"headers":{${JSON.stringify(name)}:"x"}}`;
    const reply = await post({}, { body });

    expect([reply.status, pathsOf(reply)]).toEqual([422, [`headers.${name}`]]);
  });

  test('headers by an API key with an expiry', async () => {
    const id = await newWebhook();
    const temporary = {
      workspaceId: workspace.workspaceId,
      id: 'key_1',
      expiresAt: Date.parse('2044-01-01'),
    };
    const services = { ...connected(), vault: kmsVault(connected()), loopback: 'allow' as const };

    await expect(planWebhookUpdate(services, temporary, id, { headers: {} })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});
