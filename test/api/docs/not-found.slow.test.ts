import { type IncomingMessage, request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler } from '../../../functions/docs/not-found.ts';
import { call, type TestRequest } from '../../support/call.ts';
import { expectDocumentedError } from '../../support/documented.ts';
import { newWorkspace, useStack, type Workspace } from '../../support/stack.ts';
import { newCookie, newUser } from '../../support/users.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

let workspace: Workspace;
let baseUrl: string;

beforeAll(async () => {
  ({ baseUrl } = useStack());
  workspace = await newWorkspace();
});

const ask = (request: Partial<TestRequest> = {}) =>
  call(handler, { method: 'GET', path: '/nope', sourceIp: uniqueSourceAddress(), ...request });

describe('a request without an endpoint', () => {
  test('counts in the window of its key, so that the 101st one within a minute is refused', async () => {
    const { apiKey } = await newWorkspace();
    const at = Date.now();
    const replies = await Promise.all(Array.from({ length: 100 }, () => ask({ apiKey, at })));
    const refused = await ask({ apiKey, at });

    for (const reply of replies) expectProblem(reply, 404, 'NOT_FOUND');
    expect(
      replies.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 100 }, (_, remaining) => remaining));
    expectProblem(refused, 429, 'RATE_LIMITED');
    expect(Number(refused.headers['x-ratelimit-reset'])).toBe(Math.ceil((at + 60_000) / 1000));
  });

  test('counts in the window of the user of a session', async () => {
    const cookie = await newCookie(await newUser(workspace.workspaceId));
    const reply = await ask({ cookie });

    expectProblem(reply, 404, 'NOT_FOUND');
    expect(reply.headers).toMatchObject({ 'x-ratelimit-limit': '200', 'x-ratelimit-remaining': '199' });
  });

  test.each([undefined, 'osk_invalid'])(
    'is 404 with the key %s, too, and counts by address',
    async (apiKey) => {
      const sourceIp = uniqueSourceAddress();
      const credentials = { sourceIp, ...(apiKey !== undefined && { apiKey }) };
      const replies = [await ask(credentials), await ask(credentials)];

      for (const reply of replies) {
        expectProblem(reply, 404, 'NOT_FOUND');
        expectDocumentedError(reply);
      }
      expect(replies.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['99', '98']);
    },
  );
});

describe.each([
  ['GET', '/nope'],
  ['GET', '/wp-admin/setup.php'],
  ['GET', '/contacts/a/b/c'],
  ['GET', '/auth'],
  ['GET', '//nope//'],
  ['PUT', '/contacts'],
  ['PUT', '/contacts/'],
  ['POST', '/'],
  ['OPTIONS', '/contacts'],
  ['DELETE', '/companies/com_01JCZ3X5V2N8Q4R6T7W9Y1B3D5'],
  ['POST', '/dashboard/'],
  ['PUT', '/dashboard/stats'],
])('%s %s', (method, path) => {
  test('is 404, never 405, and states the remaining budget of the key', async () => {
    const { apiKey } = await newWorkspace();
    const reply = await send(method, path, apiKey);

    expect(reply).toMatchObject({ status: 404, remaining: 99 });
    expect(reply.reset).toBeGreaterThan(0);
    expect(reply.body).toMatchObject({
      error: {
        code: 'NOT_FOUND',
        message: 'There is no such endpoint. GET /docs describes all endpoints.',
      },
    });
  });
});

test('TRACE is 404 in the envelope, too', async () => {
  const { statusCode, headers } = await new Promise<IncomingMessage>((resolve, reject) => {
    request(`${baseUrl}/contacts`, { method: 'TRACE' }, resolve).on('error', reject).end();
  });

  expect(statusCode).toBe(404);
  expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-ratelimit-limit': '100' });
});

test.each(['/contacts/%ZZ', '/nope/%ZZ'])('%s cannot be decoded, which uses no budget', async (path) => {
  const { apiKey } = await newWorkspace();
  const malformed = await send('GET', path, apiKey);

  expect(malformed).toMatchObject({
    status: 422,
    remaining: 100,
    body: { error: { code: 'VALIDATION_ERROR' } },
  });
  expect((await send('GET', '/nope', apiKey)).remaining).toBe(99);
});

async function send(method: string, path: string, apiKey: string) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { Authorization: `Bearer ${apiKey}` },
  });

  return {
    status: response.status,
    remaining: Number(response.headers.get('x-ratelimit-remaining')),
    reset: Number(response.headers.get('x-ratelimit-reset')),
    body: JSON.parse(await response.text()),
  };
}
