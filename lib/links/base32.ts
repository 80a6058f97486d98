import { crockford } from '#lib/values/ids.ts';

/** Packs five bits per character, most significant first. Unused bits of the last byte are 0. */
export function packBase32(text: string): Buffer {
  const bytes: number[] = [];
  /** The last 12 bits that were read (`0xfff`). The lowest `bits` of them are not in the result yet. */
  let buffer = 0;
  let bits = 0;
  for (const character of text) {
    buffer = ((buffer << 5) | crockford.indexOf(character)) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push((buffer >> bits) & 0xff);
  }

  return Buffer.from(bits > 0 ? [...bytes, (buffer << (8 - bits)) & 0xff] : bytes);
}

/** @param length in characters */
export function unpackBase32(bytes: Uint8Array, length: number): string {
  let text = '';
  let buffer = 0;
  let bits = 0;
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff;
    for (bits += 8; bits >= 5 && text.length < length; ) {
      bits -= 5;
      text += crockford.charAt((buffer >> bits) & 0x1f);
    }
  }

  return text;
}
