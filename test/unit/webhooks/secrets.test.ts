import { describe, expect, test } from 'vitest';
import {
  countDoubleRejection,
  mayRejectSignature,
  rotateSecrets,
  secretCreators,
  validSecrets,
} from '#lib/webhooks/secrets.ts';

const now = Date.parse('2026-11-20T12:00:00.000Z');
const weekMs = 604_800_000;
const old = { sealedSecret: 'old' };
const sealedAt = (secrets: Parameters<typeof validSecrets>[0], at: number) =>
  validSecrets(secrets, at).map(({ sealed }) => sealed);

describe('after a rotation', () => {
  const rotated = rotateSecrets(old, 'new', weekMs, now);

  test('the old secret comes first until the last millisecond of its grace period, then it is invalid', () => {
    expect(sealedAt(rotated, now)).toEqual(['old', 'new']);
    expect(sealedAt(rotated, now + weekMs - 1)).toEqual(['old', 'new']);
    expect(sealedAt(rotated, now + weekMs)).toEqual(['new']);
  });

  test('the new secret comes first after it was accepted', () => {
    expect(sealedAt({ ...rotated, acceptedSecret: 'new' }, now)).toEqual(['new', 'old']);
  });

  test('without a grace period only the new secret is valid', () => {
    expect(sealedAt(rotateSecrets(old, 'new', 0, now), now)).toEqual(['new']);
    expect(sealedAt(rotateSecrets(rotated, 'newest', 0, now), now)).toEqual(['newest']);
  });

  test('each secret of several rotations stays valid until its own grace period ends', () => {
    const again = rotateSecrets(rotated, 'newer', weekMs, now + 5);
    const last = rotateSecrets(again, 'newest', 1000, now + 10);

    expect(sealedAt(again, now + 5)).toEqual(['old', 'newer', 'new']);
    expect(sealedAt(last, now + 10)).toEqual(['old', 'newest', 'newer', 'new']);
    expect(sealedAt(last, now + 1010)).toEqual(['old', 'newest', 'new']);
    expect(sealedAt(last, now + weekMs)).toEqual(['newest', 'new']);
    expect(sealedAt(last, now + weekMs + 5)).toEqual(['newest']);
  });

  test.each<[string, number, string[]]>([
    ['have a valid secret', now, ['usr_c', 'usr_b', 'usr_a']],
    ['have no secret after its grace period', now + 1000, ['usr_c', 'usr_a']],
    ['have only the current one', now + weekMs, ['usr_c']],
  ])('the creators of its secrets %s', (_, at, creators) => {
    const first = rotateSecrets({ ...old, secretCreatedBy: 'usr_a' }, 'new', weekMs, now);
    const second = rotateSecrets({ ...first, secretCreatedBy: 'usr_b' }, 'newest', 1000, now);

    expect(secretCreators({ ...second, secretCreatedBy: 'usr_c' }, at)).toEqual(creators);
  });

  test('a secret that was accepted comes first after the next rotation', () => {
    const proven = { ...rotated, acceptedSecret: 'new' };

    expect(sealedAt(rotateSecrets(proven, 'newest', weekMs, now + 5), now + 5)).toEqual([
      'new',
      'newest',
      'old',
    ]);
  });

  test('a second rotation after the grace period keeps the remaining secret', () => {
    const later = now + weekMs;

    expect(sealedAt(rotateSecrets(rotated, 'newest', weekMs, later), later)).toEqual(['new', 'newest']);
  });
});

test('a response may reject a signature unless its status has another meaning', () => {
  const statuses = Array.from({ length: 500 }, (_, position) => 100 + position);
  const others = [408, 410, 413, 414, 415, 425, 429, 431];
  const expected = statuses.filter((status) => status >= 400 && status <= 500 && !others.includes(status));

  expect(statuses.filter(mayRejectSignature)).toEqual(expected);
});

test('the third consecutive double rejection pauses the fallback for ten minutes', () => {
  expect(countDoubleRejection({}, now)).toEqual({ doubleRejections: 1 });
  expect(countDoubleRejection({ doubleRejections: 1 }, now)).toEqual({ doubleRejections: 2 });
  expect(countDoubleRejection({ doubleRejections: 2 }, now)).toEqual({
    doubleRejections: 0,
    fallbackPausedUntil: now + 600_000,
  });
});
