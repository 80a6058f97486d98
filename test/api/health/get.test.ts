import { beforeAll, expect, test } from 'vitest';
import { handler as health } from '../../../functions/health/get.ts';
import { call } from '../../support/call.ts';
import { newWorkspace, useStack } from '../../support/stack.ts';
import { isWholeTier } from '../../support/tier.ts';
import { expectHeaders, expectProblem, uniqueSourceAddress } from '../support/subject.ts';

const windowMs = 60_000;
const ask = (sourceIp = uniqueSourceAddress(), at = Date.now()) =>
  call(health, { method: 'GET', path: '/health', sourceIp, at });

beforeAll(() => void useStack());

test('the health check needs no credential', async () => {
  const reply = await ask();

  expect(reply).toMatchObject({ status: 200, body: { status: 'ok' } });
  expectHeaders(reply);
});

test.runIf(isWholeTier)(
  'an address has 100 requests per minute, and every response has the remaining number',
  async () => {
    const [sourceIp, at] = [uniqueSourceAddress(), Date.now()];
    const replies = await Promise.all(Array.from({ length: 110 }, () => ask(sourceIp, at)));
    const answered = replies.filter(({ status }) => status === 200);

    expect(
      answered.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 100 }, (_, remaining) => remaining));
    const refused = await ask(sourceIp, at + windowMs - 1);
    expectProblem(refused, 429, 'RATE_LIMITED');
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'retry-after': '1' });
    expect((await ask(sourceIp, at + windowMs)).status).toBe(200);
    expect((await ask(undefined, at)).status).toBe(200);
  },
);

test('HEAD uses the same window as GET', async () => {
  const [sourceIp, at] = [uniqueSourceAddress(), Date.now()];
  const replies = [
    await ask(sourceIp, at),
    await call(health, { method: 'HEAD', path: '/health', sourceIp, at }),
  ];

  expect(replies.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['99', '98']);
  expect(replies[1]).toMatchObject({ status: 200, text: '' });
});

test('a credential is ignored, and its window is not used', async () => {
  const { apiKey } = await newWorkspace();
  const reply = await call(health, {
    method: 'GET',
    path: '/health',
    apiKey,
    sourceIp: uniqueSourceAddress(),
  });

  expect(reply.headers).toMatchObject({ 'x-ratelimit-limit': '100', 'x-ratelimit-remaining': '99' });
  expect((await call(health, { method: 'GET', path: '/health', apiKey: 'nonsense' })).status).toBe(200);
});

test('unknown query parameters are rejected by name', async () => {
  const reply = await call(health, { method: 'GET', path: '/health', query: { deep: '1' } });

  expectProblem(reply, 422, 'VALIDATION_ERROR');
  expect(reply.text).toContain('deep');
});
