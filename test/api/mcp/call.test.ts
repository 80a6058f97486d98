import { beforeAll, describe, expect, test } from 'vitest';
import { serviceInfo } from '#lib/docs/service-info.ts';
import { toolOperations } from '#lib/mcp/operations.ts';
import { tools } from '#lib/mcp/tools.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { newAgent, sendMessage } from '../support/agent.ts';
import { addContact, draftCampaign, uniqueEmail } from '../support/seed.ts';
import { expectHeaders, expectProblem, uniqueSourceAddress } from '../support/subject.ts';

const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const writeTools = Object.entries(tools)
  .filter(([, { operation }]) => toolOperations[operation].method !== 'GET')
  .map(([name]) => name);

let workspace: Workspace;

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('lists', () => {
  test('lists all tools for a full-access key, with schemas and hints', async () => {
    const { client } = await newAgent(workspace.apiKey);
    const { tools: listed } = await client.listTools();

    expect(client.getServerVersion()).toMatchObject({ version: serviceInfo.version });
    expect(client.getInstructions()).toContain('confirm');
    expect(listed.map(({ name }) => name)).toEqual(Object.keys(tools));
    expect(listed.find(({ name }) => name === 'start_campaign')).toMatchObject({
      inputSchema: {
        properties: { id: { type: 'string' }, confirm: {}, idempotencyKey: {} },
        required: ['id'],
        additionalProperties: false,
      },
      annotations: { readOnlyHint: false, destructiveHint: true },
    });
    expect(listed.find(({ name }) => name === 'find_contacts')).toMatchObject({
      inputSchema: { properties: { tag: {}, limit: { type: 'integer' } }, required: [] },
      annotations: { readOnlyHint: true, destructiveHint: false },
    });
  });

  test('lists only tools that read for a read-only key', async () => {
    const { client } = await newAgent(workspace.readOnlyApiKey);
    const names = (await client.listTools()).tools.map(({ name }) => name);

    expect(writeTools.length).toBeGreaterThan(8);
    expect(names).toEqual(Object.keys(tools).filter((name) => !writeTools.includes(name)));
    expect(names).toContain('get_campaign');
  });

  test('a viewer has the tools of a read-only key, from the same origin only', async () => {
    const cookie = await newCookie(await newUser(workspace.workspaceId, { role: 'viewer' }));
    const names = (await sendMessage(listTools, { cookie })).body.result.tools.map(
      ({ name }: { readonly name: string }) => name,
    );

    expect(names).toEqual(Object.keys(tools).filter((name) => !writeTools.includes(name)));
    const foreign = { cookie, headers: { Origin: 'https://elsewhere.example', Host: 'api.example.com' } };
    expectProblem(await sendMessage(listTools, foreign), 403, 'FORBIDDEN');
  });

  test('the list of tools has at most 45 KB, with a text for each argument', async () => {
    const { text } = await sendMessage(listTools, { apiKey: workspace.apiKey });

    expect(text.length).toBeLessThan(45_000);
  });
});

describe('reads', () => {
  test('an argument can be a number, a boolean or null where a query has text', async () => {
    const id = await addContact(workspace.workspaceId, { tags: ['agents'] });
    const { use } = await newAgent(workspace.readOnlyApiKey);

    expect((await use('find_contacts', { tag: 'agents', limit: 1, status: null })).body.data).toMatchObject([
      { id },
    ]);
    expect((await use('list_replies', { isRead: false })).body).toMatchObject({ data: [], hasMore: false });
  });

  test('a campaign shows why it does not send', async () => {
    const { id } = await draftCampaign(workspace.workspaceId);
    const { use } = await newAgent(workspace.readOnlyApiKey);
    const { body, text } = await use('get_campaign', { id });

    expect(body.sendingStatus).toMatchObject({ state: 'not_started' });
    expect(JSON.parse(text)).toEqual(body);
  });

  test.each([
    ['get_contact', { id: 'con_unknown' }, { code: 'NOT_FOUND' }],
    ['find_contacts', { limit: 0 }, { code: 'VALIDATION_ERROR', details: [{ path: 'limit' }] }],
    ['find_contacts', { nothing: 1 }, { code: 'VALIDATION_ERROR', details: [{ path: 'nothing' }] }],
  ])('%s returns the error of the API to the agent: %o', async (tool, values, error) => {
    const { use } = await newAgent(workspace.apiKey);

    expect(await use(tool, values)).toMatchObject({
      isError: true,
      body: { error: { ...error, requestId: expect.stringMatching(/./) } },
    });
  });
});

describe('writes', () => {
  test('a repeated call with the same key creates nothing, and another key does', async () => {
    const { use } = await newAgent(workspace.apiKey);
    const create = (idempotencyKey: string) => use('create_campaign', { name: 'Agent', idempotencyKey });
    const first = await create('once');

    expect(first.isError).toBe(false);
    expect((await create('once')).body).toEqual(first.body);
    expect((await create('again')).body.id).not.toBe(first.body.id);
  });

  test('the header Idempotency-Key applies to a call without the argument', async () => {
    const message = {
      ...listTools,
      method: 'tools/call',
      params: { name: 'create_campaign', arguments: { name: 'Header' } },
    };
    const send = () =>
      sendMessage(message, { apiKey: workspace.apiKey, headers: { 'Idempotency-Key': 'header' } });
    const [first, second] = [await send(), await send()];

    expect(first.body.result.structuredContent.id).toMatch(/^cmp_/);
    expect(second.body).toEqual(first.body);
  });

  test('a tool that this key does not have is an error of the protocol, and writes nothing', async () => {
    const { client, use } = await newAgent(workspace.readOnlyApiKey);
    const before = await use('list_campaigns');
    const create = client.callTool({ name: 'create_campaign', arguments: { name: 'No' } });

    await expect(create).rejects.toThrow('this caller has no tool with this name');
    await expect(client.callTool({ name: 'nothing' })).rejects.toThrow('no tool');
    expect((await use('list_campaigns')).body).toEqual(before.body);
  });

  test('an import while nothing is sent needs no confirmation', async () => {
    const { apiKey } = await newWorkspace();
    const { use } = await newAgent(apiKey);
    const csv = `email,Plan\n${uniqueEmail()},gold\n`;

    expect(await use('import_contacts', { csv, options: { tags: ['new'] } })).toMatchObject({
      isError: false,
      body: { status: 'completed', created: 1 },
    });
    expect((await use('find_contacts', { tag: 'new' })).body.data).toMatchObject([
      { customFields: { plan: 'gold' } },
    ]);
  });
});

describe('rejects', () => {
  test.each([
    ['a batch', [listTools]],
    ['an unknown field', { ...listTools, extra: 1 }],
    ['another version', { ...listTools, jsonrpc: '1.0' }],
    ['text that is not JSON', '{"jsonrpc":'],
    [
      'a message that is nested too deeply',
      { ...listTools, params: JSON.parse('['.repeat(30) + ']'.repeat(30)) },
    ],
    ['a message with too many values', { ...listTools, params: { list: Array(10_001).fill(0) } }],
    ['a message of more than 1 MB', { ...listTools, params: { text: 'x'.repeat(1_000_001) } }],
  ])('%s returns 422', async (_, message) => {
    const sourceIp = uniqueSourceAddress();

    expectProblem(
      await sendMessage(message, { apiKey: workspace.apiKey, sourceIp }),
      422,
      'VALIDATION_ERROR',
    );
  });

  test.each([undefined, 'osk_wrong'])('the key %s returns 401', async (apiKey) => {
    const request = { sourceIp: uniqueSourceAddress(), ...(apiKey !== undefined && { apiKey }) };

    expectProblem(await sendMessage(listTools, request), 401, 'UNAUTHORIZED');
  });

  test('a version of the protocol that does not exist returns 400', async () => {
    const headers = { 'MCP-Protocol-Version': '1999-01-01' };

    expect(await sendMessage(listTools, { apiKey: workspace.apiKey, headers })).toMatchObject({
      status: 400,
    });
  });
});

describe('counts', () => {
  test('a message counts as one request, and the operation of its tool as another', async () => {
    const { apiKey } = await newWorkspace();
    const send = async (message: unknown) => {
      const reply = await sendMessage(message, { apiKey });
      expectHeaders(reply);

      return Number(reply.headers['x-ratelimit-remaining']);
    };
    const read = { ...listTools, method: 'tools/call', params: { name: 'list_campaigns', arguments: {} } };

    expect([await send(listTools), await send(read), await send(listTools)]).toEqual([99, 97, 96]);
  });

  test('a notification returns 202 without a body', async () => {
    const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
    const reply = await sendMessage(notification, { apiKey: workspace.apiKey });

    expect(reply).toMatchObject({ status: 202, text: '' });
    expectHeaders(reply);
  });
});
