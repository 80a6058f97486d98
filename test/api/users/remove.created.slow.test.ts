import { beforeEach, describe, expect, test } from 'vitest';
import { prepareAccessEnd } from '#lib/revocations/access-end.ts';
import type { Write } from '#lib/storage/table.ts';
import { planUserRemoval } from '#lib/users/users.ts';
import type { CreatedOptions } from '#lib/values/created-resources.ts';
import { handler as listKeys } from '../../../functions/api-keys/list.ts';
import { handler as revokeKey } from '../../../functions/api-keys/revoke.ts';
import { handler as listEntries } from '../../../functions/audit-log/list.ts';
import { handler as remove } from '../../../functions/users/remove.ts';
import { handler as listWebhooks } from '../../../functions/webhooks/list.ts';
import { call } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newUser, type TestUser } from '../../support/users.ts';
import { addApiKey, addWebhook } from '../support/seed.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

const all = { createdKeys: 'revoke', createdWebhooks: 'disable' } as const;

let workspace: Workspace;
let workspaceId: string;
let leaver: TestUser;

const removeUser = (query: Partial<CreatedOptions> = {}, id = leaver.userId) =>
  call(remove, { method: 'DELETE', path: `/users/${id}`, params: { id }, query, ...workspace });
const keyStatus = async ({ key }: { key: string }) =>
  (await call(listKeys, { method: 'GET', path: '/api-keys', apiKey: key, sourceIp: uniqueSourceAddress() }))
    .status;
const webhookStatuses = async () => {
  const query = { limit: '100' };
  const { body } = await call(listWebhooks, { method: 'GET', path: '/webhooks', query, ...workspace });
  const webhooks: { id: string; status: string }[] = body.data;

  return new Map(webhooks.map(({ id, status }) => [id, status]));
};
const hookOf = async (id?: string) => (await addWebhook(workspaceId, {}, id === undefined ? {} : { id })).id;

beforeEach(async () => {
  workspace = await newWorkspace();
  workspaceId = workspace.workspaceId;
  await newUser(workspaceId);
  leaver = await newUser(workspaceId);
});

describe('what a removed user created', () => {
  test('stays by default', async () => {
    const key = await addApiKey(workspaceId, leaver.userId);
    const webhook = await hookOf(leaver.userId);
    expect((await removeUser()).status).toBe(204);

    expect(await keyStatus(key)).toBe(200);
    expect((await webhookStatuses()).get(webhook)).toBe('healthy');
  });

  test('ends on request: keys, keys of these keys, and the webhooks of all of them', async () => {
    const key = await addApiKey(workspaceId, leaver.userId);
    const child = await addApiKey(workspaceId, key.id);
    const other = await addApiKey(workspaceId, 'operator');
    const [byUser, byKey, byChild, byOther, ofOperator] = [
      await hookOf(leaver.userId),
      await hookOf(key.id),
      await hookOf(child.id),
      await hookOf(other.id),
      await hookOf(),
    ];
    expect((await removeUser(all)).status).toBe(204);

    expect([await keyStatus(key), await keyStatus(child), await keyStatus(other)]).toEqual([401, 401, 200]);
    const statuses = await webhookStatuses();
    expect([byUser, byKey, byChild].map((id) => statuses.get(id))).toEqual(Array(3).fill('disabled'));
    expect([byOther, ofOperator].map((id) => statuses.get(id))).toEqual(Array(2).fill('healthy'));
  });

  test('ends also after a rotation of the key', async () => {
    const old = await addApiKey(workspaceId, leaver.userId);
    const rotated = await addApiKey(workspaceId, old.id);
    const params = { id: old.id };
    await call(revokeKey, { method: 'DELETE', path: `/api-keys/${old.id}`, params, ...workspace });
    expect((await removeUser({ createdKeys: 'revoke' })).status).toBe(204);

    expect(await keyStatus(rotated)).toBe(401);
  });

  test('ends by kind: webhooks without keys, and keys without webhooks', async () => {
    const key = await addApiKey(workspaceId, leaver.userId);
    const [byUser, byKey] = [await hookOf(leaver.userId), await hookOf(key.id)];
    expect((await removeUser({ createdWebhooks: 'disable' })).status).toBe(204);

    expect(await keyStatus(key)).toBe(200);
    const statuses = await webhookStatuses();
    expect([statuses.get(byUser), statuses.get(byKey)]).toEqual(['disabled', 'healthy']);
  });

  test('stays if the user cannot be removed', async () => {
    const { workspaceId: id } = await newWorkspace();
    const last = await newUser(id);
    const key = await addApiKey(id, last.userId);
    const request = { method: 'DELETE', path: `/users/${last.userId}`, params: { id: last.userId } } as const;

    expectProblem(await call(remove, { ...request, query: all, apiKey: key.key }), 422, 'VALIDATION_ERROR');
    expect(await keyStatus(key)).toBe(200);
  });
});

describe('more keys and webhooks than one transaction can end', () => {
  const fill = async (creatorId: string) => {
    const keys = [await addApiKey(workspaceId, creatorId)];
    // A chain and its branches.
    while (keys.length < 46) keys.push(await addApiKey(workspaceId, keys[keys.length >> 1]?.id ?? creatorId));
    const creators = [creatorId, ...keys.map(({ id }) => id)];
    while (creators.length < 50) creators.push(creatorId);
    for (const id of creators) await hookOf(id);

    return keys;
  };
  const ended = async (keys: readonly { key: string }[]) => [
    new Set(await Promise.all(keys.map(keyStatus))),
    new Set((await webhookStatuses()).values()),
  ];

  test('end with the user', { timeout: 60_000 }, async () => {
    const keys = await fill(leaver.userId);
    expect((await removeUser(all)).status).toBe(204);

    expect(await ended(keys)).toEqual([new Set([401]), new Set(['disabled'])]);
    expectProblem(await removeUser(all), 404, 'NOT_FOUND');
    const query = { resourceId: leaver.userId };
    const log = await call(listEntries, { method: 'GET', path: '/audit-log', query, ...workspace });
    expect(new Set(log.body.data.map(({ operation }: { operation: string }) => operation))).toEqual(
      new Set(['DELETE /users/{id}']),
    );
    expect(log.body.data.length).toBeGreaterThan(1);
  });

  test('end with a repeated request if the first one stops before the user is removed', {
    timeout: 60_000,
  }, async () => {
    const keys = await fill(leaver.userId);
    const id = `key_${workspace.apiKey.slice(4, 30)}`;
    const principal = {
      kind: 'api_key',
      id,
      workspaceId,
      name: 'ci',
      scope: 'full-access',
      expiresAt: undefined,
    } as const;
    const request = { principal, requestId: 'r', params: { id: leaver.userId }, query: all };
    let transactions = 0;
    const { table } = connected();
    const transact = async (writes: readonly Write[]) => {
      if (transactions++ > 0) throw new Error('stopped');
      await table.transact(writes);
    };
    const stopping = { ...connected(), table: { ...table, transact } };
    await expect(prepareAccessEnd(stopping, request, planUserRemoval)).rejects.toThrow('stopped');
    const [statuses] = await ended(keys);
    expect(statuses).toEqual(new Set([200, 401]));

    expect((await removeUser(all)).status).toBe(204);
    expect(await ended(keys)).toEqual([new Set([401]), new Set(['disabled'])]);
  });

  test('stay if the user does not exist', { timeout: 60_000 }, async () => {
    const keys = await fill(leaver.userId);
    expect((await removeUser()).status).toBe(204);

    expectProblem(await removeUser(all), 404, 'NOT_FOUND');
    expect(await ended(keys)).toEqual([new Set([200]), new Set(['healthy'])]);
  });
});
