import { beforeAll, describe, expect, inject, test } from 'vitest';
import { methodsOf } from '#lib/http/contract.ts';
import { endpoints } from '#lib/operations.ts';
import { guide } from '../../support/documented.ts';
import { newWorkspace, useStack } from '../../support/stack.ts';
import { selectCases } from '../../support/tier.ts';
import { reads, subjectOf } from '../support/subject.ts';

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
});

describe.each(selectCases(reads, 3))('HEAD of $name', (endpoint) => {
  test('returns the status and headers of GET without a body, and counts as one request', async () => {
    const { workspace, send } = await subjectOf(endpoint);
    const got = await send(workspace.apiKey);
    const head = await send(workspace.apiKey, { method: 'HEAD' });

    expect(head).toMatchObject({ status: got.status, text: '' });
    expect(Object.keys(head.headers)).toEqual(Object.keys(got.headers));
    expect(head.headers['x-ratelimit-remaining']).toBe('98');
  });
});

test('HEAD of an operation that requires a credential returns the headers to a valid key, and 401 otherwise', async () => {
  const { apiKey } = await newWorkspace();

  expect(await ask('HEAD', '/contacts')).toMatchObject({ status: 401, text: '' });
  const [got, head] = [await ask('GET', '/contacts', apiKey), await ask('HEAD', '/contacts', apiKey)];
  expect(head).toMatchObject({ status: 200, text: '' });
  expect(Object.keys(head.headers)).toEqual(Object.keys(got.headers));
  expect([got, head].map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['99', '98']);
});

test('every GET accepts HEAD, and the document says so', () => {
  const withoutHead = endpoints.filter(
    ({ definition }) => definition.method === 'GET' && !methodsOf(definition).includes('HEAD'),
  );

  expect(withoutHead).toEqual([]);
  expect(guide).toContain('Every GET operation also accepts HEAD');
});

async function ask(method: string, path: string, apiKey?: string) {
  const url = `${inject('stack').baseUrl}${path}`;
  const headers = apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` };
  const response = await fetch(url, { method, headers });
  const received = [...response.headers].filter(([name]) => !ofTransfer.includes(name));

  return { status: response.status, headers: Object.fromEntries(received), text: await response.text() };
}
