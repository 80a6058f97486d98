import { expect, test } from 'vitest';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import { handler } from '../../../functions/docs/openapi.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { useStack } from '../../support/stack.ts';

test('the committed document is returned without a credential', async () => {
  useStack();
  const reply = await call(handler, { method: 'GET', path: '/openapi.json' });

  expect(reply.status).toBe(200);
  expect(reply.body).toEqual(openApi);
  expectDocumented('docs.openapi', reply);
});

test('the ETag stays the same until the document changes', async () => {
  useStack();
  const [first, second] = await Promise.all(
    [1, 2].map(() => call(handler, { method: 'GET', path: '/openapi.json' })),
  );

  expect(first?.headers['etag']).toMatch(/^"[\w-]{22}"$/);
  expect(second?.headers['etag']).toBe(first?.headers['etag']);
});

test('a query parameter is rejected', async () => {
  useStack();
  const reply = await call(handler, { method: 'GET', path: '/openapi.json', query: { format: 'yaml' } });

  expect(reply.status).toBe(422);
  expectDocumented('docs.openapi', reply);
});

test('a deployed function decompresses the packed document', async () => {
  const { baseUrl } = useStack();
  const response = await fetch(`${baseUrl}/openapi.json`);

  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual(openApi);
});
