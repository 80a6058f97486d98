import { randomUUID } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { acceptsIfMatch } from '#lib/http/if-match.ts';
import { supportsIdempotencyKey } from '../../../infra/openapi/headers.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import {
  expectNothingWritten,
  expectProblem,
  reads,
  type Subject,
  subjectOf,
  writes,
} from '../support/subject.ts';

const updates = writes.filter(({ definition }) => acceptsIfMatch(definition));
const otherWrites = writes.filter(
  ({ definition }) => supportsIdempotencyKey(definition) && !acceptsIfMatch(definition),
);

describe.each(otherWrites)('$name', (endpoint) => {
  test('rejects If-Match, because it does not compare versions, and changes nothing', async () => {
    const subject = await subjectOf(endpoint);
    const reply = await expectNothingWritten(subject, () =>
      subject.send(subject.workspace.apiKey, { headers: { 'If-Match': '"1"' } }),
    );

    expectProblem(reply, 422, 'VALIDATION_ERROR');
    expect(reply.body.error.details).toMatchObject([{ path: 'If-Match', rule: 'precondition' }]);
  });
});

test('every update has versions', () => {
  const patches = writes.filter(({ definition }) => definition.method === 'PATCH');

  expect(updates).toEqual(expect.arrayContaining(patches));
});

/** The resource of an update, as GET returns it. An update of a part returns the whole resource. */
async function read(name: string, { workspace: { apiKey }, valid }: Subject) {
  const params = { id: valid.params?.['id'] ?? '' };
  const path = valid.path.split('/').slice(0, 3).join('/');
  const operation = `${name.split('.')[0]}.get`;
  const endpoint = reads.find((each) => each.name === operation);
  const { handler } = await import(pathToFileURL(endpoint?.file ?? '').href);
  const reply = await call(handler, { method: 'GET', path, params, apiKey });
  expectDocumented(operation, reply);

  return reply;
}

describe.each(updates)('$name', (endpoint) => {
  const { name } = endpoint;

  test('succeeds if If-Match has the current version, and returns the next version', async () => {
    const subject = await subjectOf(endpoint);
    const { apiKey } = subject.workspace;
    const before = (await read(name, subject)).headers['etag'] ?? '';
    expect(before).toMatch(/^"\w+"$/);
    const reply = await subject.send(apiKey, { headers: { 'If-Match': `"other", ${before}` } });

    expect(reply.status).toBe(200);
    expect(reply.headers['etag']).toBe((await read(name, subject)).headers['etag']);
    expect(reply.headers['etag']).not.toBe(before);
    expect((await subject.send(apiKey, { headers: { 'If-Match': '*' } })).status).toBe(200);
  });

  test('is refused without changes if the resource has changed', async () => {
    const subject = await subjectOf(endpoint);
    const { apiKey } = subject.workspace;
    const before = (await read(name, subject)).headers['etag'] ?? '';
    await subject.send(apiKey);
    for (const tag of [before, `W/${before}`, 'mbx5zq8g']) {
      const reply = await expectNothingWritten(subject, () =>
        subject.send(apiKey, { headers: { 'If-Match': tag } }),
      );
      expectProblem(reply, 422, 'VALIDATION_ERROR');
      expect(reply.body.error.details).toMatchObject([{ path: 'If-Match', rule: 'precondition' }]);
    }
  });

  test('returns the first response with its version to a repeat of an Idempotency-Key', async () => {
    const subject = await subjectOf(endpoint);
    const { apiKey } = subject.workspace;
    const before = (await read(name, subject)).headers['etag'] ?? '';
    const headers = { 'If-Match': before, 'Idempotency-Key': randomUUID() };
    const first = await subject.send(apiKey, { headers });
    const repeat = await subject.send(apiKey, { headers });

    expect([first.status, repeat.status]).toEqual([200, 200]);
    expect(repeat.headers).toMatchObject({ 'idempotency-replayed': 'true', etag: first.headers['etag'] });
  });
});
