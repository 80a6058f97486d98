import { expect, test } from 'vitest';
import { expectDocumentedError } from '../../support/documented.ts';
import { useStack } from '../../support/stack.ts';

/** What the gateway answers by itself, through the template that would be deployed. */
async function ask(path: string, init: RequestInit = {}) {
  const response = await fetch(`${useStack().baseUrl}${path}`, init);
  const text = await response.text();

  return {
    status: response.status,
    headers: Object.fromEntries(response.headers),
    text,
    body: JSON.parse(text),
  };
}

test.each([
  ['an unknown path', '/nothing', {}, 404],
  ['an unknown method', '/contacts', { method: 'PUT' }, 404],
  ['the root', '/', {}, 404],
  ['a path that cannot be decoded', '/contacts/%ZZ', {}, 422],
  ['a body that is too large', '/contacts', { method: 'POST', body: Buffer.alloc(10_485_761) }, 422],
] as const)('%s is answered as the document describes errors', async (_, path, init, status) => {
  const reply = await ask(path, init);

  expect(reply.status).toBe(status);
  expectDocumentedError(reply);
});
