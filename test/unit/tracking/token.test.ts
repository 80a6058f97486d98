import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createToken, readToken, recipientDigest, type TrackingToken } from '#lib/links/token.ts';
import { sampleEmailIds, workspaceKeys } from '../../support/workspace-keys.ts';

const make = (token: TrackingToken) => createToken(workspaceKeys, token);
const read = (text: string) => readToken(workspaceKeys, text);
const recipient = '0123456789abcdef';
const click = (target: string, index = 0): TrackingToken => ({
  ...sampleEmailIds(),
  kind: 'click',
  target,
  index,
});

describe('a token', () => {
  test('decodes to its content', async () => {
    const ulid = fc.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/);
    const token = fc
      .tuple(
        fc.tuple(ulid, ulid, ulid, ulid, ulid),
        fc.webUrl(),
        fc.nat(65_535),
        fc.constantFrom('open', 'unsubscribe', 'click'),
      )
      .map(([[a, b, c, d, e], target, index, kind]): TrackingToken => {
        const mail = {
          workspaceId: `wsp_${a}`,
          campaignId: `cmp_${b}`,
          contactId: `con_${c}`,
          executionId: `exe_${d}`,
          stepId: `stp_${e}`,
        };

        if (kind === 'click') return { ...mail, kind, target, index };
        if (kind === 'unsubscribe') return { ...mail, kind, recipient };

        return { ...mail, kind: 'open' };
      });
    await fc.assert(
      fc.asyncProperty(token, async (each) => {
        const text = await make(each);

        expect(await read(text)).toEqual(each);
        expect(await make(each)).toBe(text);
        expect(text).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  test('is short: 132 characters without a target, 143 with a recipient', async () => {
    expect((await make({ ...sampleEmailIds(), kind: 'open' })).length).toBe(132);
    expect((await make({ ...sampleEmailIds(), kind: 'unsubscribe', recipient })).length).toBe(143);
    expect((await make(click('https://e.example/a'))).length).toBeLessThanOrEqual(162);
  });

  test('is rejected if any bit is changed', async () => {
    for (const token of [
      click('https://e.example/é?x', 7),
      { ...sampleEmailIds(), kind: 'unsubscribe', recipient } as const,
    ]) {
      const bytes = Buffer.from(await make(token), 'base64url');
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        const damaged = Buffer.from(bytes);
        damaged.writeUInt8(damaged.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);

        expect(await read(damaged.toString('base64url'))).toBeUndefined();
      }
    }
  });

  test('is rejected if any character is changed, removed or added', async () => {
    const text = await make(click('https://e.example/ab'));
    for (let at = 0; at <= text.length; at++) {
      const [before, after] = [text.slice(0, at), text.slice(at + 1)];
      const next = text.charAt(at) === 'A' ? 'B' : 'A';
      for (const changed of [
        before + next + after,
        `${before}=${text.slice(at)}`,
        `${before} ${text.slice(at)}`,
      ]) {
        expect(await read(changed)).toBeUndefined();
      }
      if (at < text.length) expect(await read(before + after)).toBeUndefined();
    }
  });

  test('is invalid for another kind and for another workspace', async () => {
    const mail = sampleEmailIds();
    const open = Buffer.from(await make({ ...mail, kind: 'open' }), 'base64url');
    const asUnsubscribe = Buffer.from(open);
    asUnsubscribe.writeUInt8((1 << 4) | 2, 0);
    const theirs = await createToken(
      { sign: (_, text) => workspaceKeys.sign(sampleEmailIds().workspaceId, text) },
      { ...mail, kind: 'open' },
    );

    expect(await read(asUnsubscribe.toString('base64url'))).toBeUndefined();
    expect(await read(theirs)).toBeUndefined();
  });

  test('does not contain the address of its recipient, and its digest differs between workspaces', async () => {
    const [mine, theirs] = [sampleEmailIds().workspaceId, sampleEmailIds().workspaceId];
    const digests = await Promise.all(
      [mine, mine, theirs].map((each) => recipientDigest(workspaceKeys, each, 'ada@example.com')),
    );

    expect(digests[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(digests[1]).toBe(digests[0]);
    expect(digests[2]).not.toBe(digests[0]);
    expect(await recipientDigest(workspaceKeys, mine, 'ada@example.org')).not.toBe(digests[0]);
  });

  test('is rejected if this service did not sign it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.base64String({ maxLength: 400 })), async (text) => {
        expect(await read(text)).toBeUndefined();
      }),
    );
  });
});
