import { beforeAll, describe, expect, inject, test } from 'vitest';
import { scriptName } from '#lib/docs/reference-script.ts';
import { methodsOf } from '#lib/http/contract.ts';
import { endpoints } from '#lib/operations.ts';
import { documented } from '../../support/documented.ts';
import { useStack } from '../../support/stack.ts';

const publicPages = endpoints.filter(
  ({ definition }) => definition.auth === 'none' && definition.method === 'GET',
);
/** Headers of the connection and of the body. */
const ofTransfer = ['connection', 'content-length', 'keep-alive'];

beforeAll(() => void useStack());

describe.each(publicPages)('HEAD $definition.path', ({ definition }) => {
  test('returns the status and headers of GET, without a body', async () => {
    const [got, head] = [await ask('GET', definition.path), await ask('HEAD', definition.path)];

    expect(head).toMatchObject({ status: 200, text: '' });
    expect(Object.keys(head.headers)).toEqual(Object.keys(got.headers));
    expect(head.headers['content-type']).toBe(got.headers['content-type']);
    expect(head.headers['etag']).toBe(got.headers['etag']);
    expect(head.headers['x-ratelimit-limit']).toBe('100');
  });

  test('is described in the document', () => {
    expect(methodsOf(definition)).toEqual(['GET', 'HEAD']);
    expect(documented.paths[definition.path]?.['get']?.description).toContain('HEAD');
  });
});

test('HEAD of an operation that requires a credential is an unknown route, with 404', async () => {
  expect(await ask('HEAD', '/contacts')).toMatchObject({ status: 404, text: '' });
});

async function ask(method: string, path: string) {
  const url = `${inject('stack').baseUrl}${path.replace('{asset}', scriptName)}`;
  const response = await fetch(url, { method });
  const headers = [...response.headers].filter(([name]) => !ofTransfer.includes(name));

  return { status: response.status, headers: Object.fromEntries(headers), text: await response.text() };
}
