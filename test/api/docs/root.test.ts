import { expect, test } from 'vitest';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import { handler } from '../../../functions/docs/root.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { useStack } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';

test('GET / names the service, its version and the paths of its documentation, without a credential', async () => {
  useStack();
  const reply = await call(handler, { method: 'GET', path: '/' });

  expect(reply).toMatchObject({
    status: 200,
    body: {
      name: openApi.info.title,
      version: packageJson.version,
      documentation: '/docs',
      openapi: '/openapi.json',
    },
  });
  expect(openApi.info.version).toBe(packageJson.version);
  expectDocumented('docs.root', reply);
});

test.runIf(isWholeTier)('the paths that GET / names are answered', async () => {
  const { baseUrl } = useStack();
  const root = await fetch(`${baseUrl}/`);
  expect(root.status).toBe(200);
  const body: { documentation: string; openapi: string } = JSON.parse(await root.text());
  const replies = await Promise.all(
    [body.documentation, body.openapi].map((path) => fetch(`${baseUrl}${path}`)),
  );

  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
});

test('GET / refuses a query parameter', async () => {
  useStack();
  const reply = await call(handler, { method: 'GET', path: '/', query: { format: 'xml' } });

  expect(reply.status).toBe(422);
  expectDocumented('docs.root', reply);
});

test('unsupported methods of a path, and unknown paths, are 404 in the envelope of every error, never 405', async () => {
  const { baseUrl } = useStack();
  const replies = await Promise.all([
    fetch(`${baseUrl}/`, { method: 'POST' }),
    fetch(`${baseUrl}/contacts`, { method: 'PUT' }),
    fetch(`${baseUrl}/no-such-path`),
  ]);

  for (const reply of replies) {
    expect(reply.status).toBe(404);
    expect(await reply.json()).toEqual({
      error: {
        code: 'NOT_FOUND',
        message: 'There is no such endpoint. GET /docs describes all endpoints.',
      },
    });
  }
});
