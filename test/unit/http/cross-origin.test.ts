import { describe, expect, test } from 'vitest';
import { rejectCrossOrigin } from '#lib/http/cross-origin.ts';
import { Problem } from '#lib/values/problem.ts';

const passes = (headers: Readonly<Record<string, string>>) => {
  try {
    rejectCrossOrigin({ headers: { ...headers } });

    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    expect(error).toMatchObject({ code: 'FORBIDDEN' });

    return false;
  }
};

/** Cases from the tests of Go's net/http, csrf_test.go. */
const origins = [
  [undefined, true],
  ['', true],
  ['https://example.com', true],
  ['http://example.com', true],
  ['https://EXAMPLE.com', true],
  ['https://attacker.example', false],
  ['https://example.com.attacker.example', false],
  ['https://sub.example.com', false],
  ['https://example.com:8443', false],
  ['https://example.com/', false],
  ['https://example.com@attacker.example', false],
  ['null', false],
  ['example.com', false],
  ['https://', false],
  ['not a url', false],
] as const;

const sites = [
  ['same-origin', true],
  ['none', true],
  ['same-site', false],
  ['cross-site', false],
  ['Same-Origin', false],
  ['invalid', false],
] as const;

describe('a write by a cookie, or a login', () => {
  test.each(origins)('without Sec-Fetch-Site, from the origin %s: %s', (Origin, isSame) => {
    expect(passes({ Host: 'example.com', ...(Origin !== undefined && { Origin }) })).toBe(isSame);
  });

  const matrix = sites.flatMap(([site, isSame]) => origins.map(([origin]) => ({ site, origin, isSame })));

  test.each(matrix)(
    'with Sec-Fetch-Site $site, and the origin $origin: $isSame',
    ({ site, origin, isSame }) => {
      const headers = { Host: 'example.com', 'Sec-Fetch-Site': site };

      expect(passes({ ...headers, ...(origin !== undefined && { Origin: origin }) })).toBe(isSame);
    },
  );

  test.each([
    ['https://app.customer.example', 'app.customer.example', true],
    [
      'https://a1b2c3.execute-api.eu-west-1.amazonaws.com',
      'a1b2c3.execute-api.eu-west-1.amazonaws.com',
      true,
    ],
    ['http://127.0.0.1:3000', '127.0.0.1:3000', true],
    ['http://127.0.0.1:3001', '127.0.0.1:3000', false],
    ['http://[::1]:3000', '[::1]:3000', true],
  ])('from %s to the host %s: %s', (Origin, Host, isSame) => {
    expect(passes({ Host, Origin })).toBe(isSame);
  });

  test('header names are case-insensitive', () => {
    expect(passes({ host: 'example.com', origin: 'https://example.com' })).toBe(true);
    expect(passes({ HOST: 'example.com', 'SEC-FETCH-SITE': 'cross-site' })).toBe(false);
  });

  test('an origin never equals a missing host', () => {
    for (const Origin of ['null', 'https://', 'https://example.com']) {
      expect(passes({ Origin })).toBe(false);
      expect(passes({ Host: '', Origin })).toBe(false);
    }
  });
});
