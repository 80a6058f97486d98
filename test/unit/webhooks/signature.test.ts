import { execFileSync } from 'node:child_process';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { verify } from '@octokit/webhooks-methods';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { newWebhookSecret, sign, standardSignature } from '#lib/webhooks/delivery/signature.ts';
import { hasOpenssl } from '../../support/openssl.ts';
import { isWholeTier } from '../../support/tier.ts';

const payloadsMax = isWholeTier ? 10_000 : 1000;
/** Any Unicode text, as in events. It is sent as UTF-8; JSON escapes lone surrogates. */
const payloads = fc
  .sample(fc.string({ unit: 'binary', maxLength: 60 }), payloadsMax)
  .map((text) => JSON.stringify({ event: 'contact.created', data: { text } }));

/** The digest of each text by openssl, in one process, with one file per text. */
async function openssl(texts: readonly string[], options: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'outreach-openssl-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = texts.map((_, index) => String(index));
  for (const [index, text] of texts.entries()) writeFileSync(join(folder, String(index)), text);
  const output = execFileSync('openssl', ['dgst', '-sha256', ...options, '-r', ...files], {
    cwd: folder,
    maxBuffer: 2 ** 24,
  }).toString();

  return output
    .trim()
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '');
}

describe('X-Webhook-Signature', () => {
  test(`is accepted by another implementation for ${payloadsMax} payloads, and only for those`, async () => {
    const secret = newWebhookSecret();
    const otherSecret = newWebhookSecret();
    for (const payload of payloads) {
      const signature = sign(payload, secret);
      const answers = [
        await verify(secret, payload, signature),
        await verify(secret, `${payload} `, signature),
        await verify(otherSecret, payload, signature),
      ];

      if (!answers[0] || answers[1] || answers[2]) expect.fail(`${signature} of ${payload}: ${answers}`);
    }
  });

  test.skipIf(!hasOpenssl)(`equals the result of openssl for ${payloadsMax} payloads`, async () => {
    const secret = newWebhookSecret();
    const digests = await openssl(payloads, ['-hmac', secret]);

    expect(payloads.map((payload) => sign(payload, secret))).toEqual(
      digests.map((digest) => `sha256=${digest}`),
    );
  });

  test('is sha256= and 64 lower-case hexadecimal digits', () => {
    expect(sign('', newWebhookSecret())).toMatch(/^sha256=[0-9a-f]{64}$/);
  });
});

describe('webhook-signature', () => {
  test.skipIf(!hasOpenssl)(`equals the result of openssl for ${payloadsMax} payloads`, async () => {
    const secret = newWebhookSecret();
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64').toString('hex');
    const digests = await openssl(
      payloads.map((payload, index) => `evt_${index}.1795167000.${payload}`),
      ['-mac', 'HMAC', '-macopt', `hexkey:${key}`],
    );

    expect(
      payloads.map((payload, index) => standardSignature(`evt_${index}`, 1_795_167_000, payload, secret)),
    ).toEqual(digests.map((digest) => `v1,${Buffer.from(digest, 'hex').toString('base64')}`));
  });

  /** Verification as in the reference libraries: https://github.com/standard-webhooks/standard-webhooks */
  function isAccepted(secret: string, id: string, seconds: number, payload: string, header: string): boolean {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    const expected = createHmac('sha256', key).update(`${id}.${seconds}.${payload}`).digest();

    return header.split(' ').some((part) => {
      const [version, signature = ''] = part.split(',');
      const given = Buffer.from(signature, 'base64');

      return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
    });
  }

  test('is accepted by a Standard Webhooks receiver, only for its id, time and payload', () => {
    const secret = newWebhookSecret();
    const header = standardSignature('evt_1', 1_795_167_000, '{"a":"ü"}', secret);

    expect(isAccepted(secret, 'evt_1', 1_795_167_000, '{"a":"ü"}', header)).toBe(true);
    expect(isAccepted(secret, 'evt_2', 1_795_167_000, '{"a":"ü"}', header)).toBe(false);
    expect(isAccepted(secret, 'evt_1', 1_795_167_001, '{"a":"ü"}', header)).toBe(false);
    expect(isAccepted(secret, 'evt_1', 1_795_167_000, '{"a":"u"}', header)).toBe(false);
    expect(isAccepted(newWebhookSecret(), 'evt_1', 1_795_167_000, '{"a":"ü"}', header)).toBe(false);
  });
});

test('a secret has its prefix and 256 random bits', () => {
  const secrets = Array.from({ length: 200 }, newWebhookSecret);

  for (const secret of secrets) {
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  }
  expect(new Set(secrets).size).toBe(200);
});
