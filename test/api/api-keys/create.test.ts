import { beforeAll, describe, expect, test } from 'vitest';
import { handler as create } from '../../../functions/api-keys/create.ts';
import { handler as listContacts } from '../../../functions/contacts/list.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, type Workspace } from '../../support/stack.ts';
import { pathsOf } from '../support/walk.ts';

let workspace: Workspace;
const post = (body: unknown) =>
  call(create, { method: 'POST', path: '/api-keys', apiKey: workspace.apiKey, body });
const use = (apiKey: string, at = Date.now()) =>
  call(listContacts, { method: 'GET', path: '/contacts', apiKey, at });

beforeAll(async () => {
  workspace = await newWorkspace();
});

describe('accepts', () => {
  test.each(['full-access', 'read-only'])('a key with the scope %s works immediately', async (scope) => {
    const { status, body } = await post({ name: 'ci', scope });

    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'ci',
      scope,
      key: expect.stringMatching(/^osk_[0-9A-Za-z]{75}$/),
      prefix: 'osk_',
      lastFour: body.key.slice(-4),
      expiresAt: null,
      lastUsedAt: null,
      createdBy: expect.stringMatching(/^key_/),
    });
    expect((await use(body.key)).status).toBe(200);
  });

  test('a key works until it expires', async () => {
    const expiry = Date.now() + 60_000;
    const { body } = await post({
      name: 'ci',
      scope: 'read-only',
      expiresAt: new Date(expiry).toISOString(),
    });

    expect(body.expiresAt).toBe(new Date(expiry).toISOString());
    expect((await use(body.key, expiry - 1)).status).toBe(200);
    expect((await use(body.key, expiry)).status).toBe(401);
  });

  test('keys are unique', async () => {
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => post({ name: 'ci', scope: 'read-only' })),
    );

    expect(new Set(replies.map(({ body }) => body.key)).size).toBe(10);
  });
});

describe('rejects', () => {
  const wrong: [string, Record<string, unknown>, string][] = [
    ['a key without a scope', { scope: undefined }, 'scope'],
    ['the misprint of the specification', { scope: 'full-accessd' }, 'scope'],
    ['a scope in capitals', { scope: 'READ-ONLY' }, 'scope'],
    ['an empty name', { name: '   ' }, 'name'],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['an expiry that has passed', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['an expiry without a zone', { expiresAt: '2099-01-01T00:00:00' }, 'expiresAt'],
    ['an expiry on a day that does not exist', { expiresAt: '2099-02-30T00:00:00Z' }, 'expiresAt'],
    ['a key that the caller chose', { key: 'osk_mine' }, 'key'],
  ];

  test.each(wrong)('%s, naming the field', async (_, fields, path) => {
    const reply = await post({ name: 'ci', scope: 'read-only', ...fields });

    expect(reply.status).toBe(422);
    expect(pathsOf(reply)).toEqual([path]);
  });

  test('a key that would be valid for longer than the key that creates it', async () => {
    const expiry = new Date(Date.now() + 3_600_000).toISOString();
    const later = new Date(Date.now() + 3_600_001).toISOString();
    const { body: creator } = await post({ name: 'for an hour', scope: 'full-access', expiresAt: expiry });
    const postBy = (fields: object) =>
      call(create, {
        method: 'POST',
        path: '/api-keys',
        apiKey: creator.key,
        body: { name: 'ci', scope: 'full-access', ...fields },
      });

    for (const fields of [{}, { expiresAt: null }, { expiresAt: later }]) {
      const reply = await postBy(fields);
      expect(reply.status).toBe(422);
      expect(reply.body.error.message).toBe(
        `expiresAt: must be at or before ${expiry}, when the API key of this request expires`,
      );
    }
    expect((await postBy({ expiresAt: expiry })).status).toBe(201);
  });
});
