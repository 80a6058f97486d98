import { expect, test } from 'vitest';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import { handler } from '../../../functions/docs/openapi.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { useStack } from '../../support/stack.ts';

test('the committed document is returned without a credential, with the address of the request as first server', async () => {
  useStack();
  const reply = await call(handler, { method: 'GET', path: '/openapi.json' });

  expect(reply.status).toBe(200);
  const { servers, ...rest } = reply.body;
  expect({ ...rest, servers: servers.slice(1) }).toEqual(openApi);
  expect(servers[0].url).toBe('https://api.outreach.example');
  expectDocumented('docs.openapi', reply);
});

test('the first server includes the stage if the path does', async () => {
  useStack();
  const domainName = 'api.execute-api.eu-west-1.amazonaws.com';
  const reply = await call(handler, { method: 'GET', path: '/openapi.json', domainName, stage: 'prod' });

  expect(reply.body.servers[0].url).toBe(`https://${domainName}/prod`);
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
