import { beforeEach, describe, expect, test } from 'vitest';
import { apiKeysMax } from '#lib/api-keys/api-key.ts';
import { planApiKey } from '#lib/api-keys/api-keys.ts';
import { apiKeyCountKey } from '#lib/api-keys/items.ts';
import { planKeyRevocation } from '#lib/api-keys/revoke.ts';
import { keyIdOf } from '#lib/api-keys/token.ts';
import { callerCheckedWrites } from '#lib/auth/authority.ts';
import { commit } from '#lib/commit/commit.ts';
import { planUserRemoval } from '#lib/users/users.ts';
import { handler as create } from '../../../functions/api-keys/create.ts';
import { handler as list } from '../../../functions/api-keys/list.ts';
import { handler as revoke } from '../../../functions/api-keys/revoke.ts';
import { recountWorkspace } from '../../../infra/admin/recount.ts';
import { issueApiKey } from '../../../infra/admin/workspace.ts';
import { call, type TestReply } from '../../support/call.ts';
import { connected, newWorkspace, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { setClock } from '../../workers/support/clock.ts';
import { expectProblem } from '../support/subject.ts';

let workspace: Workspace;
const body = { name: 'ci', scope: 'full-access' };
const make = (apiKey = workspace.apiKey) => call(create, { method: 'POST', path: '/api-keys', apiKey, body });
const makeMany = (count: number, cookie: string) =>
  Promise.all(
    Array.from({ length: count }, () => call(create, { method: 'POST', path: '/api-keys', cookie, body })),
  );
const remove = (id: string) =>
  call(revoke, { method: 'DELETE', path: `/api-keys/${id}`, params: { id }, apiKey: workspace.apiKey });
const countKeys = async () =>
  (await call(list, { method: 'GET', path: '/api-keys', query: { limit: '100' }, apiKey: workspace.apiKey }))
    .body.data.length;
const readCount = async () =>
  (await connected().table.get(apiKeyCountKey(workspace.workspaceId)))?.['apiKeys'];
const createdIn = (replies: readonly TestReply[]) => replies.filter(({ status }) => status === 201);
const recount = (repair: boolean) =>
  recountWorkspace(connected(), {
    workspaceId: workspace.workspaceId,
    from: '2020-01-01',
    to: '2020-01-01',
    repair,
  });

beforeEach(async () => {
  // The workspace has two keys.
  workspace = await newWorkspace();
});

describe('a workspace has at most 48 API keys', () => {
  test('100 concurrent requests create exactly the remaining number', {
    timeout: 60_000,
  }, async () => {
    const cookie = await newCookie(await newUser(workspace.workspaceId));
    const replies = await makeMany(100, cookie);
    const refused = replies.filter(({ status }) => status !== 201);

    expect(createdIn(replies)).toHaveLength(apiKeysMax - 2);
    for (const reply of refused) expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(refused[0]?.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'a workspace has at most 48 API keys: revoke keys that are no longer used',
      details: [expect.objectContaining({ path: '', rule: 'count' })],
    });
    expect([await countKeys(), await readCount()]).toEqual([apiKeysMax, apiKeysMax]);
    const operator = issueApiKey(connected(), workspace.workspaceId, {
      name: 'operator',
      scope: 'read-only',
      expiresAt: null,
    });
    await expect(operator).rejects.toThrow('at most 48 API keys');
  });

  test('revoking a key repeatedly releases its place once', async () => {
    const cookie = await newCookie(await newUser(workspace.workspaceId));
    const { body: one } = createdIn(await makeMany(apiKeysMax - 2, cookie))[0] ?? {};
    expect((await make()).status).toBe(422);
    await Promise.all(Array.from({ length: 5 }, () => remove(one.id)));

    expect(await readCount()).toBe(apiKeysMax - 1);
    expect(createdIn(await makeMany(5, cookie))).toHaveLength(1);
    expect([await countKeys(), await readCount()]).toEqual([apiKeysMax, apiKeysMax]);
  });

  test('an operator can compare and correct the count', async () => {
    const wrong = { update: apiKeyCountKey(workspace.workspaceId), set: { apiKeys: apiKeysMax } };
    expect(await recount(false)).toMatchObject({ apiKeys: null });
    await connected().table.update(wrong);
    expect((await make()).status).toBe(422);

    const difference = { counted: { apiKeys: apiKeysMax }, recounted: { apiKeys: 2 } };
    expect(await recount(false)).toMatchObject({ apiKeys: { ...difference, isRepaired: false } });
    expect(await recount(true)).toMatchObject({ apiKeys: { ...difference, isRepaired: true } });
    expect((await make()).status).toBe(201);
  });

  test('an operator can count keys that are older than the count', async () => {
    const { workspaceId } = workspace;
    await connected().table.update({
      update: apiKeyCountKey(workspaceId),
      remove: ['apiKeys', 'changes'],
    });

    expect(await recount(true)).toMatchObject({ apiKeys: { counted: { apiKeys: 0 }, isRepaired: true } });
    expect(await readCount()).toBe(2);
  });
});

describe('a workspace creates at most 48 API keys in an hour', () => {
  test('also if each of them is revoked immediately, and a refused key is not counted', {
    timeout: 60_000,
  }, async () => {
    const { workspaceId, apiKey } = workspace;
    const at = Date.parse('2030-06-03T10:00:00Z');
    const makeAt = (time: number) =>
      call(create, { method: 'POST', path: '/api-keys', apiKey, body, at: time });
    setClock(at);
    for (let count = 0; count < apiKeysMax; count++) {
      const { body: made } = await makeAt(at + count);
      await commit(
        connected(),
        workspaceId,
        await planKeyRevocation(connected(), workspaceId, made.id, 'keep'),
      );
    }
    const refused = await makeAt(at + 1000);

    expectProblem(refused, 429, 'RATE_LIMITED');
    expect(refused.body.error.message).toBe(
      'a workspace creates at most 48 API keys in an hour; try again later',
    );
    expect(refused.headers).toMatchObject({
      'x-ratelimit-limit': '48',
      'x-ratelimit-remaining': '0',
      'retry-after': '3599',
    });
    expect(await countKeys()).toBe(2);
    const input = { name: 'operator', scope: 'read-only', expiresAt: null } as const;
    await expect(issueApiKey(connected(), workspaceId, input)).resolves.toBeDefined();

    setClock(at + 3_600_000);
    expect((await makeAt(at + 3_600_000)).status).toBe(201);
  });
});

test('a key that is revoked between its authentication and its write creates no key', async () => {
  const { body: creator } = await make();
  const id = keyIdOf(creator.key) ?? '';
  await remove(id);
  // As if the request had been authenticated before.
  const late = issueAs(id);

  await expect(late).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await countKeys()).toBe(2);
});

test('a user who is removed between the authentication and the write of a request creates no key', async () => {
  const { workspaceId } = workspace;
  const { userId } = await newUser(workspaceId);
  await newUser(workspaceId);
  await commit(connected(), workspaceId, await planUserRemoval(connected(), workspaceId, userId));

  await expect(issueAs(userId)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await countKeys()).toBe(2);
});

const session = { attribute: 's_1', expiresAt: 0, addressHash: '' };

async function issueAs(id: string): Promise<void> {
  const { workspaceId } = workspace;
  const input = { name: 'late', scope: 'full-access', expiresAt: null } as const;
  const change = planApiKey(connected(), { workspaceId, id }, input);
  const principal = id.startsWith('key_')
    ? ({ kind: 'api_key', id, workspaceId, name: 'key', scope: 'full-access', expiresAt: undefined } as const)
    : ({ kind: 'session', id, workspaceId, role: 'owner', email: 'ada@example.org', session } as const);
  const writes = callerCheckedWrites(principal, change.writes, Date.now());
  await commit(connected(), workspaceId, { ...change, writes });
}
