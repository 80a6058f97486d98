import { describe, expect, it } from 'vitest';
import { answerOf, postTo } from './post-to.ts';

describe('the snippet', () => {
  it.each([
    ['text/plain; charset=utf-8', 'bad\u0000\u0007request', ''],
    ['text/plain', 'a\u001b[31mb\u202ec\r\nd', 'a[31mbc\nd'],
    ['application/problem+json', '{"a":1}', '{"a":1}'],
    ['image/png', 'PNG', ''],
    ['application/octet-stream', 'abc', ''],
    ['text/html', `${'é'.repeat(600)}`, 'é'.repeat(512)],
  ])('of %s is text without control characters, at most 1 KB', async (type, body, snippet) => {
    const outcome = await postTo(answerOf('400 Bad Request', `Content-Type: ${type}\r\n`, body));
    expect(outcome).toMatchObject({ kind: 'answered', status: 400, snippet });
  });
});

it.each([
  ['120', 120],
  ['0', 0],
  ['Sun, 06 Nov 1994 08:50:37 GMT', 60],
  ['Sunday, 06-Nov-94 08:50:37 GMT', 60],
  ['Sun, 06 Nov 1994 08:49:00 GMT', 0],
  ['-1', null],
  ['1.5', null],
  ['soon', null],
  ['2026-01-01', null],
  ['99999999999', null],
])('reads Retry-After: %s as %s seconds', async (value, retryAfterSeconds) => {
  const date = 'Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n';
  const answer = answerOf('429 Too Many Requests', `${date}Retry-After: ${value}\r\n`);
  expect(await postTo(answer)).toMatchObject({ kind: 'answered', status: 429, retryAfterSeconds });
});
