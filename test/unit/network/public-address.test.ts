import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLoopbackAddress, isPublicAddress, permitsAddress } from '#lib/network/public-address.ts';
import { insideAddresses, specialRanges } from './special-ranges.ts';

describe('every special-purpose range is refused, and nothing beside it', () => {
  for (const { range, below, above } of specialRanges) {
    it(range, () => {
      const { first, last, bits } = boundsOf(range);
      const inside = [first, first + 1n, (first + last) / 2n, last - 1n, last].filter(
        (n) => n >= first && n <= last,
      );
      expect(inside.map((n) => [toText(n, bits), isPublicAddress(toText(n, bits))])).toEqual(
        inside.map((n) => [toText(n, bits), false]),
      );
      if (below !== 'none') {
        expect([toText(first - 1n, bits), isPublicAddress(toText(first - 1n, bits))]).toEqual([
          toText(first - 1n, bits),
          below === 'public',
        ]);
      }
      if (above !== 'none') {
        expect([toText(last + 1n, bits), isPublicAddress(toText(last + 1n, bits))]).toEqual([
          toText(last + 1n, bits),
          above === 'public',
        ]);
      }
    });
  }
});

describe('an address inside a special range stays refused in every IPv6 form that carries it', () => {
  for (const address of insideAddresses) {
    it(address, () => {
      expect(embeddingsOf(address).filter(isPublicAddress)).toEqual([]);
    });
  }
});

it('refuses the forms that carry an IPv4 address even when that address is public, except the mapped one', () => {
  const [mapped = '', ...others] = embeddingsOf('8.8.8.8');
  expect(isPublicAddress(mapped)).toBe(true);
  expect(others.filter(isPublicAddress)).toEqual([]);
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
])('takes «%s» for no address at all', (text) => {
  expect([isPublicAddress(text), isLoopbackAddress(text)]).toEqual([false, false]);
});

it('refuses a zone identifier, which names an interface of ours', () => {
  expect(isPublicAddress('2606:4700::1')).toBe(true);
  expect(isPublicAddress('2606:4700::1%lo')).toBe(false);
  expect(isLoopbackAddress('::1%lo')).toBe(false);
});

it('permits loopback only to the rules that name it, and to the rule loopback nothing else', () => {
  const loopbacks = ['127.0.0.1', '127.255.255.254', '::1', '::ffff:127.0.0.1'];
  expect(loopbacks.filter((ip) => permitsAddress('public', ip))).toEqual([]);
  expect(loopbacks.filter((ip) => permitsAddress('public_or_loopback', ip))).toEqual(loopbacks);
  expect(loopbacks.filter((ip) => permitsAddress('loopback', ip))).toEqual(loopbacks);
  expect(permitsAddress('loopback', '8.8.8.8')).toBe(false);
  expect(permitsAddress('public_or_loopback', '10.0.0.1')).toBe(false);
  expect(permitsAddress('public_or_loopback', '::127.0.0.1')).toBe(false);
});

it('answers for any text without throwing', () => {
  const addressLike = fc.stringMatching(/^[0-9a-fA-Fx:.%/[\]]{0,40}$/);
  fc.assert(
    fc.property(fc.oneof(fc.string(), addressLike, fc.ipV4(), fc.ipV6()), (text) => {
      expect(typeof isPublicAddress(text)).toBe('boolean');
    }),
  );
});

function embeddingsOf(ipv4: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  const high = ((a << 8) | b).toString(16);
  const low = ((c << 8) | d).toString(16);
  const flipped = `${(((a << 8) | b) ^ 0xffff).toString(16)}:${(((c << 8) | d) ^ 0xffff).toString(16)}`;

  return [
    `::ffff:${ipv4}`,
    `::${ipv4}`,
    `::${high}:${low}`,
    `::ffff:0:${ipv4}`,
    `64:ff9b::${ipv4}`,
    `64:ff9b:1::${ipv4}`,
    `2002:${high}:${low}::1`,
    `2001:0:${high}:${low}::1`,
    `2001:0:4136:e378:8000:63bf:${flipped}`,
    `2606:4700::5efe:${ipv4}`,
    `2606:4700::200:5efe:${ipv4}`,
    `fe80::5efe:${ipv4}`,
  ];
}

function boundsOf(range: string): { first: bigint; last: bigint; bits: 32 | 128 } {
  const [address = '', prefix = ''] = range.split('/');
  const bits = address.includes(':') ? 128 : 32;
  const first = bits === 32 ? fromIpv4(address) : fromIpv6(address);

  return { first, last: first + (1n << BigInt(bits - Number(prefix))) - 1n, bits };
}

function fromIpv4(text: string): bigint {
  return text.split('.').reduce((sum, octet) => sum * 256n + BigInt(octet), 0n);
}

function fromIpv6(text: string): bigint {
  const [head = [], tail = []] = text
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');

  return [...head, ...zeros, ...tail].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
}

function toText(value: bigint, bits: 32 | 128): string {
  const size = bits === 32 ? 8n : 16n;
  const count = bits === 32 ? 4 : 8;
  const parts = Array.from(
    { length: count },
    (_, i) => (value >> (size * BigInt(count - 1 - i))) & ((1n << size) - 1n),
  );

  return bits === 32 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
}
