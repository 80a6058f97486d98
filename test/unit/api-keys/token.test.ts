import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyIdOf, newToken, tokenHash, tokenHints } from '#lib/api-keys/token.ts';
import { credentialOf } from '#lib/endpoints/admission.ts';
import { newId } from '#lib/values/ids.ts';

const keyId = newId('key', Date.now());
const token = newToken(keyId);

describe('a token', () => {
  test('has the fixed prefix, has the key’s id and 256 random bits', () => {
    const tokens = Array.from({ length: 500 }, () => newToken(keyId));

    for (const each of tokens) {
      expect(each).toMatch(/^osk_[0-9A-Z]{26}[0-9A-Za-z]{49}$/);
      expect(keyIdOf(each)).toBe(keyId);
    }
    expect(new Set(tokens.map((each) => each.slice(30, -6))).size).toBe(500);
    // Every character of the alphabet occurs, so the randomness is not truncated.
    expect(new Set(tokens.flatMap((each) => [...each.slice(30, -6)])).size).toBe(62);
  });

  test('with any changed character is invalid', () => {
    for (let at = 0; at < token.length; at++) {
      for (const other of '0Aaz_-. \n%é') {
        if (other === token[at]) continue;
        expect(keyIdOf(`${token.slice(0, at)}${other}${token.slice(at + 1)}`)).toBeUndefined();
      }
    }
  });

  test('is invalid if truncated, extended, doubled or with two characters swapped', () => {
    for (let at = 0; at < token.length; at++) {
      expect(keyIdOf(token.slice(0, at))).toBeUndefined();
      expect(keyIdOf(token.slice(0, at) + token.slice(at + 1))).toBeUndefined();
      const exchanged = token.slice(0, at) + token.charAt(at + 1) + token.charAt(at) + token.slice(at + 2);
      if (exchanged !== token) expect(keyIdOf(exchanged)).toBeUndefined();
    }
    for (const wrong of [`${token}0`, ` ${token}`, `${token}\n`, token + token, token.toLowerCase()]) {
      expect(keyIdOf(wrong)).toBeUndefined();
    }
  });

  test('is not found in arbitrary text', () => {
    fc.assert(fc.property(fc.string({ maxLength: 100 }), (text) => keyIdOf(text) === undefined));
    fc.assert(
      fc.property(
        fc.stringMatching(/^[0-9A-Za-z]{49}$/),
        (end) => keyIdOf(`${token.slice(0, 30)}${end}`) === undefined,
      ),
    );
  });

  test('reveals only its prefix and its last four characters', () => {
    expect(tokenHints(token)).toEqual({ prefix: 'osk_', lastFour: token.slice(-4) });
    expect(tokenHash(token)).not.toContain(token.slice(30, 40));
  });
});

describe('an Authorization header', () => {
  const credentialIn = (Authorization: string | undefined) =>
    credentialOf({ headers: Authorization === undefined ? {} : { Authorization }, multiValueHeaders: {} });

  test.each([`Bearer ${token}`, `bearer ${token}`, `BEARER   ${token}  `])('%j has the token', (header) => {
    expect(credentialIn(header)).toMatchObject({ kind: 'api_key', principalId: keyId, secret: token });
  });

  test.each([
    undefined,
    '',
    token,
    'Bearer',
    `Bearer${token}`,
    `Basic ${token}`,
    `Bearer ${token} x`,
    `Bearer ${token},`,
  ])('%j has none', (header) => {
    expect(credentialIn(header)).toBeUndefined();
  });
});
