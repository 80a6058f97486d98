import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { answerOf, postTo } from './post-to.ts';

describe('of a large answer it reads a bounded part, and the status counts', () => {
  it('of an endless body at most a little more than 64 KB', async () => {
    const block = 'x'.repeat(16_384);
    let accepted = 0;
    const outcome = await postTo((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const pump = () => {
        while (socket.writable && socket.write(block)) {
          accepted += block.length;
        }
        accepted += block.length;
      };
      socket.on('drain', pump);
      pump();
    });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, snippet: 'x'.repeat(1024) });
    // The rest is what the kernel's buffers took on both sides.
    expect(accepted).toBeLessThan(32_000_000);
  });

  it('of a gzip bomb nothing is inflated', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000)).subarray(0, 60_000);
    const outcome = await postTo((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n');
      socket.write(`Content-Length: ${bomb.length}\r\n\r\n`);
      socket.end(bomb);
    });
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, snippet: '' });
  });

  it('of headers beyond 16 KB nothing: too_large', async () => {
    const outcome = await postTo(answerOf('200 OK', `X-Long: ${'y'.repeat(100_000)}\r\n`));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'too_large' });
  });

  it('a body that breaks off leaves the status standing', async () => {
    const outcome = await postTo('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npartial');
    expect(outcome).toMatchObject({ kind: 'answered', status: 200, snippet: 'partial' });
  });
});

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
