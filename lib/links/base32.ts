import { crockford } from '#lib/values/ids.ts';

/** Packs five bits per character, most significant first. Unused bits of the last byte are 0. */
export function packBase32(text: string): Buffer {
  const bits = Array.from(text, (character) => toBits(crockford.indexOf(character), 5)).join('');
  const bytes = bits.match(/.{1,8}/g) ?? [];

  return Buffer.from(bytes.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)));
}

/** @param length in characters */
export function unpackBase32(bytes: Uint8Array, length: number): string {
  const bits = Array.from(bytes, (byte) => toBits(byte, 8)).join('');
  const groups = bits.match(/.{5}/g) ?? [];

  return groups
    .slice(0, length)
    .map((group) => crockford.charAt(Number.parseInt(group, 2)))
    .join('');
}

function toBits(value: number, count: number): string {
  return value.toString(2).padStart(count, '0');
}
