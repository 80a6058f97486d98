import { describe, expect, test } from 'vitest';
import { endpoints } from '#lib/operations.ts';
import { expectHeaders, guarded, subjectOf } from '../support/subject.ts';

describe.each(guarded)('$name', (endpoint) => {
  const { responses, method } = endpoint.definition;

  test('answers exactly what its contract declares, with the headers of every reply', async () => {
    const { workspace, send } = await subjectOf(endpoint);
    const reply = await send(workspace.apiKey);
    const schema = Object.entries(responses).find(([status]) => Number(status) === reply.status)?.[1];

    expect(schema?.safeParse(reply.body)).toMatchObject({ success: true, data: reply.body });
    expectHeaders(reply);
    expect(reply.headers['content-type']).toBe(reply.body === undefined ? undefined : 'application/json');
    if (reply.status === 201) {
      expect(reply.headers['location']).toBe(endpoint.definition.location?.replace('{id}', reply.body.id));
    }
    // A field that nobody declared would not go unnoticed.
    if (reply.body !== undefined) {
      expect(schema?.safeParse({ ...reply.body, undeclared: 1 })).toMatchObject({ success: false });
    }
  });

  test.runIf(method === 'GET')('ignores an Idempotency-Key, because it changes nothing', async () => {
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

test('no endpoint is public but those named here', () => {
  expect(endpoints.filter(({ definition }) => definition.auth === 'none').map(({ name }) => name)).toEqual([
    'auth.login',
    'docs.openapi',
    'docs.page',
    'health.get',
  ]);
});

test('no endpoint is a link in mails but those named here', () => {
  expect(endpoints.filter(({ definition }) => definition.auth === 'link').map(({ name }) => name)).toEqual([
    'tracking.open',
    'tracking.click',
    'tracking.unsubscribe-page',
    'tracking.unsubscribe',
  ]);
});
