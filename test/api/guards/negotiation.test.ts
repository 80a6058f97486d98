import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { endpoints } from '#lib/operations.ts';
import { call } from '../../support/call.ts';
import { expectDocumented } from '../../support/documented.ts';
import { useStack } from '../../support/stack.ts';
import { expectProblem, uniqueSourceAddress } from '../support/subject.ts';

/** Operations for people. The tracking image is returned for every token. */
const pages = endpoints.filter(
  ({ definition: { auth, rendersPage, produces } }) =>
    rendersPage === true || (auth === 'link' && produces !== 'image/gif'),
);

beforeAll(() => void useStack());

test('these operations return pages', () => {
  expect(pages.map(({ name }) => name)).toEqual([
    'connect.finish',
    'tracking.click',
    'tracking.unsubscribe-page',
    'tracking.unsubscribe',
  ]);
});

describe.each(pages)('an error of $name', ({ name, file, definition }) => {
  const [status, code] =
    definition.auth === 'link' ? ([404, 'NOT_FOUND'] as const) : ([401, 'UNAUTHORIZED'] as const);

  async function fail(accept?: string) {
    const { handler }: { handler: EndpointHandler } = await import(pathToFileURL(file).href);
    const reply = await call(handler, {
      method: definition.method,
      path: definition.path.replace('{token}', 'x').replace('{provider}', 'google'),
      params: definition.auth === 'link' ? { token: 'x' } : { provider: 'google' },
      sourceIp: uniqueSourceAddress(),
      ...(accept !== undefined && { headers: { Accept: accept } }),
    });
    expectDocumented(name, reply);
    expect(reply.headers['vary']).toBe('Accept, Accept-Language');

    return reply;
  }

  test.each([undefined, '*/*', 'text/html,application/xhtml+xml,*/*;q=0.8', 'application/json;q=0.1, */*'])(
    'is a page with Accept: %s',
    async (accept) => {
      const reply = await fail(accept);

      expect(reply.status).toBe(status);
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(reply.text).toMatch(/^<!doctype html>/);
    },
  );

  test.each(['application/json', 'application/json, text/plain, */*'])(
    'is the envelope of section 7 with Accept: %s',
    async (accept) => {
      const reply = await fail(accept);

      expectProblem(reply, status, code);
      expect(reply.headers['content-type']).toBe('application/json');
    },
  );
});
