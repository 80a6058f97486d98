/** First and last address of a CIDR range, as numbers. */
export function boundsOf(range: string): { first: bigint; last: bigint; bits: 32 | 128 } {
  const [address = '', prefix = ''] = range.split('/');
  const bits = address.includes(':') ? 128 : 32;
  const first = bits === 32 ? fromIpv4(address) : fromIpv6(address);

  return { first, last: first + (1n << BigInt(bits - Number(prefix))) - 1n, bits };
}

/** The address of a number; IPv6 with all groups. */
export function toAddress(value: bigint, bits: 32 | 128): string {
  const size = bits === 32 ? 8n : 16n;
  const count = bits === 32 ? 4 : 8;
  const parts = Array.from(
    { length: count },
    (_, i) => (value >> (size * BigInt(count - 1 - i))) & ((1n << size) - 1n),
  );

  return bits === 32 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
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
