import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { endpoints } from '#lib/operations.ts';
import { handler as createContact } from '../../../functions/contacts/create.ts';
import { call } from '../../support/call.ts';
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

/** A path without the names of its parameters. */
function pattern(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}
