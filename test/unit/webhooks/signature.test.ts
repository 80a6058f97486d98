import { execFileSync } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { sign as octokitSign, verify } from '@octokit/webhooks-methods';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newSecret, sign, standardSignature } from '#lib/webhooks/signature.ts';
import { hasOpenssl } from '../../support/openssl.ts';

describe('X-Webhook-Signature', () => {
  test('is accepted by another implementation for 200 payloads, Unicode included', async () => {
    const payloads = fc.sample(fc.string({ unit: 'binary', maxLength: 400 }), 200);
    for (const text of payloads) {
      // What leaves is UTF-8: a lone surrogate becomes the replacement character in body and signature alike.
      const payload = Buffer.from(JSON.stringify({ text }) + text).toString();
      const secret = newSecret();

      expect(sign(payload, secret)).toBe(await octokitSign(secret, payload));
      expect(await verify(secret, payload, sign(payload, secret))).toBe(true);
      expect(await verify(secret, `${payload} `, sign(payload, secret))).toBe(false);
      expect(await verify(newSecret(), payload, sign(payload, secret))).toBe(false);
    }
  });

  test.skipIf(!hasOpenssl)('is what openssl computes', () => {
    const secret = newSecret();
    const payload = '{"event":"email.sent","data":{"name":"Zoë 😀"}}';
    const output = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
      input: payload,
    }).toString();

    expect(sign(payload, secret)).toBe(`sha256=${output.trim().split(/\s+/).at(-1)}`);
  });

  test('is the word, an equals sign and 64 lower-case hexadecimal digits', () => {
    expect(sign('', newSecret())).toMatch(/^sha256=[0-9a-f]{64}$/);
  });
});

describe('webhook-signature', () => {
  /** As the reference libraries verify: https://github.com/standard-webhooks/standard-webhooks */
  function isAccepted(secret: string, id: string, seconds: number, payload: string, header: string): boolean {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${seconds}.${payload}`).digest();

    return header.split(' ').some((part) => {
      const [version, signature = ''] = part.split(',');
      const given = Buffer.from(signature, 'base64');

      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  test('is accepted by a Standard Webhooks receiver, for its own id, time and payload only', () => {
    const secret = newSecret();
    const header = standardSignature('evt_1', 1_795_167_000, '{"a":"ü"}', secret);

    expect(isAccepted(secret, 'evt_1', 1_795_167_000, '{"a":"ü"}', header)).toBe(true);
    expect(isAccepted(secret, 'evt_2', 1_795_167_000, '{"a":"ü"}', header)).toBe(false);
    expect(isAccepted(secret, 'evt_1', 1_795_167_001, '{"a":"ü"}', header)).toBe(false);
    expect(isAccepted(secret, 'evt_1', 1_795_167_000, '{"a":"u"}', header)).toBe(false);
    expect(isAccepted(newSecret(), 'evt_1', 1_795_167_000, '{"a":"ü"}', header)).toBe(false);
  });
});

test('a secret is its prefix and 256 random bits', () => {
  const secrets = Array.from({ length: 200 }, newSecret);

  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  }
  expect(new Set(secrets).size).toBe(200);
});
