import { isUtf8 } from 'node:buffer';

/** The characters of the bytes from 0x80 in windows-1252, as UTF-8. */
const windows1252 = Array.from({ length: 128 }, (_, at) =>
  Buffer.from(new TextDecoder('windows-1252').decode(Uint8Array.of(at + 128))),
);

/** `characters`: valid ones of several bytes. `bytes`: read as windows-1252. `cut`: dropped incomplete characters. */
export interface MixedText {
  readonly utf8: Buffer;
  readonly characters: number;
  readonly bytes: number;
  readonly cut: number;
}

/**
 * Decodes text that is not valid UTF-8 as a whole, character by character: UTF-8 where it is valid, windows-1252 elsewhere. So a few
 * broken bytes, or a second file in the other encoding, damage no other character.
 * @param isMostlyUtf8 whether the beginning of a character is dropped: a program has cut the text within it
 */
export function decodeMixed(bytes: Buffer, isMostlyUtf8: boolean): MixedText {
  const utf8 = Buffer.allocUnsafe(bytes.length * 3);
  let [length, characters, single, cut] = [0, 0, 0, 0];
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    const end = at + sequenceLength(byte);
    if (byte < 0x80) utf8[length++] = byte;
    else if (end > at + 1 && end <= bytes.length && isUtf8(bytes.subarray(at, end))) {
      length += bytes.copy(utf8, length, at, end);
      characters += 1;
    } else {
      const next = continuationEnd(bytes, at, end);
      // A single byte is read as windows-1252, except Â and Ã, which UTF-8 text has only as the beginning of a character.
      const isCut = isMostlyUtf8 && (next > at + 1 || byte === 0xc2 || byte === 0xc3);
      if (isCut) cut += 1;
      else {
        length += windows1252[byte - 128]?.copy(utf8, length) ?? 0;
        single += 1;
      }
      at = isCut ? next : at + 1;
      continue;
    }
    at = end;
  }

  return { utf8: utf8.subarray(0, length), characters, bytes: single, cut };
}

/** Length of the UTF-8 character that begins with the byte; 1 for a byte that begins none. */
function sequenceLength(byte: number): number {
  if (byte < 0xc2 || byte > 0xf4) return 1;
  if (byte < 0xe0) return 2;

  return byte < 0xf0 ? 3 : 4;
}

/** The end of the continuation bytes after the first byte of a character, at most `end`; `at + 1` without any. */
function continuationEnd(bytes: Buffer, at: number, end: number): number {
  let next = at + 1;
  while (next < end && ((bytes[next] ?? 0) & 0xc0) === 0x80) next += 1;

  return next;
}
