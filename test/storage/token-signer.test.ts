import { KMSClient } from '@aws-sdk/client-kms';
import { describe, expect, test, vi } from 'vitest';
import { kmsTokenSigner } from '#lib/crypto/token-signer.ts';
import { newId } from '#lib/values/ids.ts';
import { useStack } from '../support/stack.ts';

const [mine, theirs] = [newId('wsp', Date.now()), newId('wsp', Date.now())];
const signer = () => {
  useStack();

  return kmsTokenSigner();
};

describe('a code', () => {
  test('depends on the text and the workspace, and is deterministic', async () => {
    const code = await signer().sign(mine, 'exe_1.stp_1');

    expect(code).toMatch(/^[0-9a-f]{32}$/);
    expect(await signer().sign(mine, 'exe_1.stp_1')).toBe(code);
    expect(await signer().sign(mine, 'exe_1.stp_2')).not.toBe(code);
    expect(await signer().sign(theirs, 'exe_1.stp_1')).not.toBe(code);
  });

  test('is accepted for its text in its workspace, and nowhere else', async () => {
    const code = await signer().sign(mine, 'x');
    const other = `${code.startsWith('0') ? '1' : '0'}${code.slice(1)}`;

    expect(await signer().verify(mine, 'x', code)).toBe(true);
    expect(await signer().verify(mine, 'y', code)).toBe(false);
    expect(await signer().verify(theirs, 'x', code)).toBe(false);
    for (const wrong of [other, code.slice(1), `${code}0`, '', code.toUpperCase().padEnd(32, 'é')]) {
      expect(await signer().verify(mine, 'x', wrong === code ? other : wrong)).toBe(false);
    }
  });
});

test('concurrent codes for many workspaces need one KMS call', async () => {
  useStack();
  const key = `${process.env['SIGNING_KEY_ARN']}-of-this-test`;
  const before = process.env['SIGNING_KEY_ARN'];
  process.env['SIGNING_KEY_ARN'] = key;
  const send = vi.spyOn(KMSClient.prototype, 'send');
  try {
    await Promise.all(Array.from({ length: 20 }, () => kmsTokenSigner().sign(newId('wsp', Date.now()), 'x')));
    await kmsTokenSigner().verify(mine, 'x', 'forged');

    expect(send).toHaveBeenCalledTimes(1);
  } finally {
    send.mockRestore();
    process.env['SIGNING_KEY_ARN'] = before;
  }
});
