import { expect, test } from 'vitest';
import openApi from '#lib/docs/openapi.json' with { type: 'json' };
import type { OpenApiDocument } from '#lib/docs/openapi-document.ts';
import { useStack } from '../../support/stack.ts';

test('a client for the first server of the local stack reaches it', async () => {
  const { baseUrl } = useStack();
  const served: OpenApiDocument = JSON.parse(await (await fetch(`${baseUrl}/openapi.json`)).text());

  expect(served.servers[0]?.url).toBe(baseUrl);
  expect((await fetch(`${served.servers[0]?.url}/health`)).status).toBe(200);
});

test('a deployed function decompresses the packed document', async () => {
  const { baseUrl } = useStack();
  const response = await fetch(`${baseUrl}/openapi.json`);

  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toMatchObject({ paths: openApi.paths, components: openApi.components });
});
