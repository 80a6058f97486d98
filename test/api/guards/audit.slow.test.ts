import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { hasValues } from '#lib/audit-log/changed-values.ts';
import { resourceTypeOf, resourceTypesByPrefix } from '#lib/audit-log/entry.ts';
import { auditPartition } from '#lib/audit-log/record.ts';
import { readSession } from '#lib/auth/session-cookie.ts';
import { endpoints } from '#lib/operations.ts';
import { connected } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { type Subject, subjectOf } from '../support/subject.ts';

const AuditedResource = z.object({ resourceId: z.optional(z.string()) });

const writes = endpoints.filter(({ definition: { method, auth } }) => method !== 'GET' && auth !== 'link');

/** They compose a message, or log in, which is no change of the workspace. */
const withoutChange = ['auth.login', 'campaigns.preview'];

async function entriesOf({ workspace: { workspaceId } }: Subject) {
  const { items } = await connected().table.query({
    pk: auditPartition(workspaceId),
    limit: 100,
  });

  return items.filter(({ actorType }) => actorType !== 'operator');
}

/** The texts of a request's body, by the names of their fields. */
function textsIn(body: unknown, field = ''): (readonly [string, string])[] {
  if (typeof body === 'string') return [[field, body]];
  if (body === null || typeof body !== 'object') return [];

  return Object.entries(body).flatMap(([name, value]) => textsIn(value, Array.isArray(body) ? field : name));
}

/** Fields that are secret, or, as the URL of a webhook, can contain a secret. */
const isSecret = (field: string): boolean => /password|secret|token|^url$/iu.test(field);

describe.each(writes)('$name', (endpoint) => {
  const { auth, method, path } = endpoint.definition;
  const hasChange = !withoutChange.includes(endpoint.name);

  test('leaves exactly one entry with its author, and none for a replay', async () => {
    const subject = await subjectOf(endpoint);
    const { workspace, valid } = subject;
    const key = auth === 'credential' ? workspace.apiKey : undefined;
    const headers = { 'Idempotency-Key': randomUUID() };
    const reply = await subject.send(key, { headers });
    expect(reply.status, reply.text).toBeLessThan(300);
    if (auth !== 'none' && endpoint.name !== 'auth.logout') {
      expect((await subject.send(key, { headers })).headers['idempotency-replayed']).toBe('true');
    }
    const entries = await entriesOf(subject);

    expect(entries).toHaveLength(hasChange ? 1 : 0);
    if (!hasChange) return;
    const [entry] = entries;
    const actorId = valid.cookie === undefined ? undefined : readSession(valid.cookie)?.userId;
    expect(entry).toMatchObject({
      operation: `${method} ${path}`,
      requestId: reply.headers['x-request-id'],
      actorType: auth === 'credential' ? 'api_key' : 'user',
      ...(actorId !== undefined && { actorId }),
      ...(valid.params?.['id'] !== undefined && { resourceId: valid.params['id'] }),
      ...(reply.status === 201 && reply.body.id !== undefined && { resourceId: reply.body.id }),
    });
    const { resourceId } = AuditedResource.parse(entry);
    if (resourceId !== undefined) expect(resourceTypesByPrefix).toHaveProperty(resourceId.slice(0, 3));
    const showsValues = hasValues(resourceTypeOf(resourceId));
    const text = JSON.stringify({ ...entry, actorName: '', resourceId: '', operation: '' });
    for (const [field, value] of textsIn(valid.body))
      if (value.length > 3 && (isSecret(field) || !showsValues)) expect(text).not.toContain(value);
    expect(Buffer.byteLength(JSON.stringify(entry))).toBeLessThan(1024);
  });

  test('leaves no entry for a refused request', async () => {
    const subject = await subjectOf(endpoint);
    const before = await entriesOf(subject);
    const key = auth === 'credential' ? subject.workspace.apiKey : undefined;
    const reply = await subject.send(key, { query: { unknown: '1' } });

    expect(reply.status).toBe(422);
    expect(await entriesOf(subject)).toEqual(before);
  });
});

test('a user is named by the address in the entry', async () => {
  const create = endpoints.find(({ name }) => name === 'contacts.create');
  if (!create) throw new Error('there is no contacts.create');
  const subject = await subjectOf(create);
  const user = await newUser(subject.workspace.workspaceId);
  await subject.send(undefined, { cookie: await newCookie(user) });

  expect(await entriesOf(subject)).toMatchObject([
    { actorType: 'user', actorId: user.userId, actorName: user.email },
  ]);
});
