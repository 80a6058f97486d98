import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  AlreadyPerformed,
  checkIdempotencyKey,
  idempotencyItemKey,
  openHttpReply,
  storedReplyPut,
} from '#lib/endpoints/idempotency/record.ts';
import { Problem } from '#lib/values/problem.ts';

const scope = { principalId: 'key_1', method: 'POST', path: '/contacts', key: 'k' };
const hashes = { body: 'hash', query: 'none' };
const seal = { secret: 'osk_token', key: 'k' };
/** Of a reply without a secret. */
const keySeal = { key: 'k' };
const dayMs = 24 * 3_600_000;
const now = 1_795_167_000_123;
const reply = { status: 201, body: '{"secret":"whsec_abc"}', location: '/contacts/1' };

describe('a stored reply', () => {
  test.each([
    [0, true],
    [dayMs - 1, true],
    [dayMs, false],
    [dayMs + 1, false],
  ])('is returned %i ms later: %s', (later, isRecalled) => {
    const { put } = storedReplyPut(scope, reply, hashes, { now, seal: keySeal });

    expect(openHttpReply(put, hashes, now + later, seal)).toEqual(
      isRecalled ? { ...reply, differingParts: [] } : undefined,
    );
  });

  test('may be overwritten from the millisecond of its expiry', () => {
    const { put, if: condition } = storedReplyPut(scope, reply, hashes, { now, seal: keySeal });

    expect(put['expiresAt']).toBe(now + dayMs);
    expect(condition).toEqual([{ pk: 'absent' }, { expiresAt: { atMost: now } }]);
    // Time-to-live deletion must not come earlier.
    expect(Number(put['expiresAtEpochSeconds']) * 1000).toBeGreaterThanOrEqual(now + dayMs);
  });

  test('reports whether the request is the same', () => {
    const { put } = storedReplyPut(scope, reply, hashes, { now, seal: keySeal });

    expect(openHttpReply(put, { ...hashes, body: 'other' }, now, seal)).toMatchObject({
      body: reply.body,
      differingParts: ['body'],
    });
  });

  test('keeps any text, including an empty one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const body = Buffer.from(text).toString();
        const { put } = storedReplyPut(scope, { status: 200, body }, hashes, { now, seal: keySeal });

        return openHttpReply(put, hashes, now, seal)?.body === body;
      }),
    );
  });

  test('is encrypted with the Idempotency-Key, which every session of the user can repeat', () => {
    const { put } = storedReplyPut(scope, reply, hashes, { now, seal: keySeal });

    expect(Buffer.from(put['body'] as Uint8Array).includes(gzipSync(reply.body).subarray(10, 20))).toBe(
      false,
    );
    expect(openHttpReply(put, hashes, now, { secret: 'another session', key: 'k' })?.body).toBe(reply.body);
    expect(() => openHttpReply(put, hashes, now, { ...seal, key: 'l' })).toThrow();
  });

  test('with a secret can be read only with its own credential and key', () => {
    const { put } = storedReplyPut(scope, reply, hashes, { now, seal });

    expect(openHttpReply(put, hashes, now, seal)?.body).toBe(reply.body);
    for (const wrong of [
      { ...seal, secret: 'osk_other' },
      { ...seal, key: 'l' },
      { secret: '', key: '' },
    ]) {
      expect(() => openHttpReply(put, hashes, now, wrong)).toThrow(Problem);
    }
    expect(JSON.stringify(put)).not.toContain(seal.secret);
  });

  test('has a condition that accepts only the first request', () => {
    const { otherwise } = storedReplyPut(scope, reply, hashes, { now, seal: keySeal });
    const found = { pk: 'IDEM#1', sk: 'IDEM', status: 200 };

    expect(otherwise?.(found)).toBeInstanceOf(AlreadyPerformed);
  });
});

describe('the table key of a record', () => {
  test('depends on principal, method, path and key, and on their boundaries', () => {
    const scopes = [
      scope,
      { ...scope, principalId: 'key_2' },
      { ...scope, method: 'PATCH' },
      { ...scope, path: '/contacts/' },
      { ...scope, key: 'K' },
      { ...scope, path: '/contactsk', key: '' },
      { ...scope, method: 'POS', path: 'T/contacts' },
      { ...scope, path: '/contacts","k', key: '' },
    ];

    expect(new Set(scopes.map((each) => idempotencyItemKey(each).pk)).size).toBe(scopes.length);
  });

  test('does not reveal the Idempotency-Key', () => {
    expect(idempotencyItemKey({ ...scope, key: 'order-4711' }).pk).toMatch(/^IDEM#[\w-]{43}$/);
  });
});

describe('a key', () => {
  test.each(['a', ' ', '~', 'x'.repeat(255), '8e03978e-40d5-43dd-bc93-6894a57f9324'])('may be %j', (key) => {
    expect(checkIdempotencyKey(key)).toBe(key);
  });

  test.each(['', 'x'.repeat(256), 'a\tb', 'a\nb', 'ä', '\u007f', '\u0000', '😀'])('may not be %j', (key) => {
    expect(() => checkIdempotencyKey(key)).toThrow(Problem);
  });
});
