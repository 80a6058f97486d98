import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import { guardedLookup } from '#lib/network/guarded-lookup.ts';
import { isLoopbackAddress, isPublicAddress, permitsAddress } from '#lib/network/public-address.ts';
import { checkPublicUrl } from '#lib/network/public-url.ts';
import { boundsOf, toAddress } from './address-ranges.ts';
import { embeddingsOf } from './ipv4-spellings.ts';
import { furtherRanges, ianaIpv4, ianaIpv6, insideAddresses } from './special-ranges.ts';

describe('every special-purpose range is refused, as a literal and by name, and adjacent addresses are not', () => {
  it.each([...ianaIpv4, ...ianaIpv6, ...furtherRanges])('%s: %s', async (range, _name, below, above) => {
    const { first, last, bits } = boundsOf(range);
    const middle = first + (last - first) / 2n;
    const inside = [first, first + 1n, middle, middle + 1n, last - 1n, last].filter(
      (n) => n >= first && n <= last,
    );
    for (const ip of new Set(inside.map((n) => toAddress(n, bits)))) {
      expect([ip, await verdictsOn(ip)]).toEqual([ip, blockedEverywhere]);
    }
    const beside = [
      { ip: toAddress(first - 1n, bits), is: below },
      { ip: toAddress(last + 1n, bits), is: above },
    ].filter(({ is }) => is !== 'none');
    for (const { ip, is } of beside) {
      const expected = is === 'public' ? acceptedEverywhere : blockedEverywhere;
      expect([ip, await verdictsOn(ip)]).toEqual([ip, expected]);
    }
  });
});

describe('an address in a special range is refused in every IPv6 form that embeds it', () => {
  it.each(insideAddresses)('%s', (address) => {
    expect(embeddingsOf(address).filter((ip) => !isIPv6(ip))).toEqual([]);
    expect(embeddingsOf(address).filter(isPublicAddress)).toEqual([]);
    expect(embeddingsOf(address).filter(isLoopbackAddress)).toEqual([]);
  });
});

it('refuses these forms even if the embedded address is public', () => {
  expect(isPublicAddress('8.8.8.8')).toBe(true);
  expect(embeddingsOf('8.8.8.8').filter(isPublicAddress)).toEqual([]);
});

it.each([
  '',
  'localhost',
  '127.1',
  '0177.0.0.1',
  '0x7f000001',
  '2130706433',
  '8.8.8',
  '8.8.8.8/32',
  '8.8.8.8 ',
])('does not accept «%s» as an address', (text) => {
  expect([isPublicAddress(text), isLoopbackAddress(text)]).toEqual([false, false]);
});

it('refuses a zone identifier', () => {
  expect(isPublicAddress('2606:4700::1')).toBe(true);
  expect(isPublicAddress('2606:4700::1%lo')).toBe(false);
  expect(isLoopbackAddress('::1%lo')).toBe(false);
});

it('permits loopback only to its rules, and nothing else to the rule loopback', () => {
  const loopbacks = ['127.0.0.1', '127.255.255.254', '::1'];
  expect(loopbacks.filter((ip) => permitsAddress('public', ip))).toEqual([]);
  expect(loopbacks.filter((ip) => permitsAddress('public_or_loopback', ip))).toEqual(loopbacks);
  expect(loopbacks.filter((ip) => permitsAddress('loopback', ip))).toEqual(loopbacks);
  expect(permitsAddress('loopback', '8.8.8.8')).toBe(false);
  expect(permitsAddress('public_or_loopback', '10.0.0.1')).toBe(false);
  expect(permitsAddress('public_or_loopback', '::ffff:127.0.0.1')).toBe(false);
});

it('never throws, for any text', () => {
  const addressLike = fc.stringMatching(/^[0-9a-fA-Fx:.%/[\]]{0,40}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), addressLike, fc.ipV4(), fc.ipV6()), (text) => {
      expect(typeof isPublicAddress(text)).toBe('boolean');
    }),
  );
});

const blockedEverywhere = { literal: 'refused', lookup: 'blocked_address' };
const acceptedEverywhere = { literal: 'accepted', lookup: 'accepted' };

async function verdictsOn(ip: string): Promise<{ literal: string; lookup: string }> {
  const family = isIPv6(ip) ? 6 : 4;
  const url = `https://${family === 6 ? `[${ip}]` : ip}/`;
  const lookup = guardedLookup('public', async () => [{ address: ip, family }]);
  const error = await new Promise<unknown>((resolve) => lookup('hooks.example.com', { all: true }, resolve));

  return {
    literal: checkPublicUrl(url, { loopback: 'refuse' }).ok ? 'accepted' : 'refused',
    lookup: error instanceof ConnectionFailure ? error.code : 'accepted',
  };
}
