import { describe, expect, test } from 'vitest';
import { endpoints } from '#lib/operations.ts';
import { expectHeaders, guarded, subjectOf } from '../support/subject.ts';

describe.each(guarded)('$name', (endpoint) => {
  const { responses, method } = endpoint.definition;

  test('returns exactly the response of its contract, with the common headers', async () => {
    const { workspace, send } = await subjectOf(endpoint);
    const reply = await send(workspace.apiKey);
    const schema = Object.entries(responses).find(([status]) => Number(status) === reply.status)?.[1];

    expect(schema?.safeParse(reply.body)).toMatchObject({ success: true, data: reply.body });
    expectHeaders(reply);
    expect(reply.headers['content-type']).toBe(reply.body === undefined ? undefined : 'application/json');
    if (reply.status === 201) {
      expect(reply.headers['location']).toBe(endpoint.definition.location?.replace('{id}', reply.body.id));
    }
    // Fails for an undeclared field.
    if (reply.body !== undefined) {
      expect(schema?.safeParse({ ...reply.body, undeclared: 1 })).toMatchObject({ success: false });
    }
  });

  test.runIf(method === 'GET')('ignores an Idempotency-Key, because it is read-only', async () => {
    const { workspace, send } = await subjectOf(endpoint);
    const replies = [
      await send(workspace.apiKey, { headers: { 'Idempotency-Key': 'k' } }),
      await send(workspace.apiKey, { headers: { 'Idempotency-Key': 'k' } }),
      await send(workspace.apiKey, { headers: { 'Idempotency-Key': '' } }),
    ];

    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    for (const { headers } of replies) expect(headers).not.toHaveProperty('idempotency-replayed');
  });
});

test('only these endpoints are public', () => {
  expect(endpoints.filter(({ definition }) => definition.auth === 'none').map(({ name }) => name)).toEqual([
    'auth.login',
    'auth.reset-password',
    'auth.accept-invitation',
    'health.get',
  ]);
});

test('only these endpoints are links in emails', () => {
  expect(endpoints.filter(({ definition }) => definition.auth === 'link').map(({ name }) => name)).toEqual([
    'tracking.open',
    'tracking.click',
    'tracking.unsubscribe-page',
    'tracking.unsubscribe',
  ]);
});
