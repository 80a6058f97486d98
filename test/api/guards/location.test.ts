import { randomUUID } from 'node:crypto';
import type { Context } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#lib/operations.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { handler as notFound } from '../../../functions/docs/not-found.ts';
import { chapterPages } from '../../../infra/reference/markdown/chapters.ts';
import { call, gatewayEvent } from '../../support/call.ts';
import { documented } from '../../support/documented.ts';
import { newWorkspace } from '../../support/stack.ts';
import { uniqueEmail } from '../support/seed.ts';

const request = (apiKey: string) => ({
  method: 'POST' as const,
  path: '/contacts',
  apiKey,
  body: { email: uniqueEmail() },
});

describe('The Location of a created resource', () => {
  test('begins with the stage at the host name of the gateway, and not at a custom domain', async () => {
    const { apiKey } = await newWorkspace();
    const atGateway = await call(createContact, { ...request(apiKey), stage: 'prod' });
    const atDomain = await call(createContact, request(apiKey));

    expect(atGateway.headers['location']).toBe(`/prod/contacts/${atGateway.body.id}`);
    expect(atDomain.headers['location']).toBe(`/contacts/${atDomain.body.id}`);
  });

  test('is a path on the same host when the request had additional slashes', async () => {
    const { apiKey } = await newWorkspace();
    const reply = await call(createContact, { ...request(apiKey), stage: '//prod/' });

    expect(reply.headers['location']).toBe(`/prod/contacts/${reply.body.id}`);
  });

  test('matches the host name of a repeat', async () => {
    const { apiKey } = await newWorkspace();
    const repeated = { ...request(apiKey), headers: { 'Idempotency-Key': randomUUID() } };
    const first = await call(createContact, repeated);
    const again = await call(createContact, { ...repeated, stage: 'prod' });

    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.headers['location']).toBe(`/prod/contacts/${first.body.id}`);
  });

  test('is the path of an endpoint that returns the resource', () => {
    const readable = endpoints.flatMap(({ definition }) =>
      definition.method === 'GET' ? [pattern(definition.path)] : [],
    );
    const locations = endpoints.flatMap(({ definition }) => definition.location ?? []);

    expect(locations.length).toBeGreaterThanOrEqual(6);
    expect(locations.filter((location) => !readable.includes(pattern(location)))).toEqual([]);
  });
});

describe('The Link of an error', () => {
  test.each([
    [401, 'authentication', { apiKey: 'osk_unknown' }],
    [422, 'errors', {}],
  ])('%i names a chapter of the document, with the stage', async (status, chapter, change) => {
    const { apiKey } = await newWorkspace();
    const at = (stage: string) => call(createContact, { ...request(apiKey), body: {}, stage, ...change });

    expect(await at('prod')).toMatchObject({
      status,
      headers: { link: `</prod/docs/${chapter}.md>; rel="help"` },
    });
    expect((await at('')).headers['link']).toBe(`</docs/${chapter}.md>; rel="help"`);
    expect(Object.keys(chapterPages(documented))).toContain(`docs/${chapter}.md`);
  });

  test('has the stage for a path without an endpoint', async () => {
    const { apiKey } = await newWorkspace();
    const params = { proxy: 'a/b' };
    const event = gatewayEvent({ method: 'GET', path: '/a/b', apiKey, params, stage: 'prod' });
    const { headers } = await notFound({ ...event, resource: '/{proxy+}' }, {} as Context);

    expect(headers?.['Link']).toBe('</prod/docs/errors.md>; rel="help"');
  });

  test('is absent from a success', async () => {
    const { apiKey } = await newWorkspace();

    expect((await call(createContact, request(apiKey))).headers['link']).toBeUndefined();
  });
});

/** A path without the names of its parameters. */
function pattern(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}
