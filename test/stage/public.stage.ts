import { describe, expect, test } from 'vitest';
import { expectDocumentedError } from '../support/documented.ts';
import { send, useStage } from './support/use-stage.ts';

const { apiKey, api, baseUrl } = useStage();

describe('Without credentials', () => {
  test('the health check succeeds', async () => {
    expect(await send('/health')).toMatchObject({ status: 200, body: { status: 'ok' } });
  });

  test.each(['/', '/health', '/openapi.json', '/docs'])('HEAD %s succeeds without a body', async (path) => {
    expect(await send(path, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });

  test('the stage serves the OpenAPI document of this commit', async () => {
    const reply = await send('/openapi.json');
    const { default: document } = await import('#lib/docs/openapi.json', { with: { type: 'json' } });

    // Without a domain, the address is the path of the stage.
    expect(new URL(reply.body.servers[0].url, baseUrl).href).toBe(new URL(baseUrl).href);
    expect(reply.body.paths).toEqual(document.paths);
    expect(reply.body.components).toEqual(document.components);
  });

  test('the API reference is an HTML page with a script', async () => {
    const reply = await send('/docs');
    const script = await send(/src=".*(\/dashboard\/assets\/[^"]+)"/.exec(reply.text)?.[1] ?? '');

    expect(reply.status).toBe(200);
    expect(reply.text).toMatch(/^<!doctype html>/);
    expect(script.status).toBe(200);
    expect(script.headers['content-encoding']).toBe('gzip');
  });

  test('every operation that requires them returns 401', async () => {
    const replies = await Promise.all([
      send('/contacts'),
      send('/contacts', { headers: { Authorization: 'Bearer osk_invalid' } }),
      send('/campaigns', { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } }),
    ]);

    for (const reply of replies) {
      expect(reply).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } });
      expectDocumentedError(reply);
    }
  });
});

describe('Requests without an endpoint', () => {
  test.each<[string, string, RequestInit]>([
    ['a path that does not exist', '/no-such-path', {}],
    [
      'a path that does not exist, with a key',
      '/no-such-path',
      { headers: { Authorization: `Bearer ${apiKey}` } },
    ],
    ['a method that a path does not support', '/contacts', { method: 'PATCH', body: '{}' }],
  ])('%s has the same error format as every 404', async (_, path, options) => {
    const reply = await send(path, options);

    expect(reply).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    expectDocumentedError(reply);
  });
});

describe('Links with an invalid token', () => {
  test('an open returns the image, and HEAD only its headers', async () => {
    const picture = await send('/t/o/stage-test-invalid');
    const head = await send('/t/o/stage-test-invalid', { method: 'HEAD' });

    expect(picture.status).toBe(200);
    expect(picture.headers['content-type']).toBe('image/gif');
    expect([head.status, head.text]).toEqual([200, '']);
  });

  test.each(['/t/c/stage-test-invalid', '/u/stage-test-invalid'])(
    '%s returns 404 with a page',
    async (path) => {
      const reply = await send(path);

      expect(reply.status).toBe(404);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(reply.headers).not.toHaveProperty('location');
    },
  );
});

test('A successful response has the remaining requests of the minute', async () => {
  const first = await api.GET('/contacts', { params: { query: { limit: 1 } } });
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((name) =>
    Number(first.response.headers.get(`x-ratelimit-${name}`)),
  );

  expect(limit).toBe(100);
  expect(remaining).toBeGreaterThanOrEqual(0);
  expect(remaining).toBeLessThan(100);
  // The clocks of this machine and of the stage may differ by seconds.
  expect(Math.abs(Number(reset) - Date.now() / 1000)).toBeLessThan(120);
});

test('Responses allow no other origin and forbid content sniffing', async () => {
  const { headers } = await send('/health');

  expect(headers).not.toHaveProperty('access-control-allow-origin');
  expect(headers['x-content-type-options']).toBe('nosniff');
});
