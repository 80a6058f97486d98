import { expect, test } from 'vitest';
import { expectDocumentedError, guide } from '../../support/documented.ts';
import { useStack } from '../../support/stack.ts';

/** Responses to requests that reach no endpoint, from the template that is deployed. */
async function request(path: string, init: RequestInit = {}, parse: (text: string) => unknown = JSON.parse) {
  const response = await fetch(`${useStack().baseUrl}${path}`, init);
  const text = await response.text();

  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: parse(text),
  };
}

test.each([
  ['an unknown path', '/nothing', {}, 404],
  ['an unknown method', '/contacts', { method: 'DELETE' }, 404],
  ['another method of the root', '/', { method: 'POST' }, 404],
  ['a path that cannot be decoded', '/contacts/%ZZ', {}, 422],
] as const)('the response for %s has the documented error format', async (_, path, init, status) => {
  const reply = await request(path, init);

  expect(reply.status).toBe(status);
  expectDocumentedError(reply);
});

test.each([
  [413, { method: 'POST', body: Buffer.alloc(10_485_761) }],
  [413, { method: 'POST', body: Buffer.alloc(5_000_000) }],
  [415, { method: 'POST', body: '{}', headers: { 'Content-Encoding': 'br' } }],
  [431, { headers: { Cookie: 'x'.repeat(10_241) } }],
])('the document lists the gateway’s fixed response for %s', async (status, init) => {
  const { status: answered, headers } = await request('/contacts', init, (text) => text);

  expect(answered).toBe(status);
  expect(headers).not.toHaveProperty('x-ratelimit-limit');
  expect(guide).toContain(`\n| ${status} | `);
});

test('the document names the same content codings for the gateway and for the service', () => {
  const rowOf = (name: string) =>
    guide.split('\n').find((row: string) => row.startsWith(`| ${name} | `)) ?? '';
  const codingsIn = (row: string) =>
    row
      .split('`Content-Encoding` is not ')[1]
      ?.split(',')
      .slice(0, -1)
      .join()
      .match(/\w+(?=`)/g);

  expect(codingsIn(rowOf('415'))).toEqual(['gzip', 'deflate', 'identity']);
  expect(codingsIn(rowOf('`content_coding`'))).toEqual(codingsIn(rowOf('415')));
});

test('the message of a URL that cannot be decoded covers its path and its query', async () => {
  for (const url of ['/contacts/%ZZ', '/contacts?search=%ZZ']) {
    const { body, headers } = await request(url);

    expect(body).toEqual({
      error: {
        code: 'VALIDATION_ERROR',
        message: 'the path or the query cannot be decoded',
        details: [{ path: '', rule: 'escape', message: 'the path or the query cannot be decoded' }],
        requestId: headers['x-request-id'],
      },
    });
  }
});

test('the document lists the fixed rate-limit headers of the gateway’s responses', async () => {
  const { headers } = await request('/contacts/%ZZ', { headers: { Authorization: 'Bearer some-key' } });

  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    expect(guide).toContain(`\`${name}: ${headers[name.toLowerCase()]}\``);
  }
});
