import { isUtf8 } from 'node:buffer';
import { decodeMixed, type MixedText } from '#lib/contacts/import/cells/mixed-text.ts';

export type DecodedText =
  | { kind: 'decoded'; utf8: Buffer; warnings: string[] }
  | { kind: 'undecodable'; message: string };

const byteOrderMark = '\uFEFF';

/**
 * Decodes a file to UTF-8 without byte order marks. The order of precedence: a byte order mark, the caller's charset, UTF-8
 * if the bytes are valid UTF-8, and windows-1252 with a warning. Many clients always declare «iso-8859-1» or «utf-8», so
 * these two do not override the detection. A few broken characters do not affect others.
 */
export function decodeText(bytes: Uint8Array, charset?: string): DecodedText {
  // Null: no charset is declared. Undefined: the declared charset is unknown.
  const declared = charset === undefined ? null : findEncoding(charset);
  if (declared === undefined) {
    return undecodable(`The charset «${charset}» is unknown.`);
  }
  // `windows-1252` is also the WHATWG name of iso-8859-1, which does not override the detection.
  const mark = encodingOfMark(bytes);
  const encoding = mark ?? (declared === 'windows-1252' ? null : declared);
  if (encoding !== null && encoding !== 'utf-8') {
    return decodeAs(bytes, encoding);
  }
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isUtf8(bytes)) return decodedText(buffer, []);

  const guess = decodeMixed(buffer, false);
  // A mark within the file is of a second file that was added.
  const isMostlyUtf8 = buffer.includes(byteOrderMark) || guess.characters > guess.bytes;
  if (isMostlyUtf8 || isProbablyMixed(guess)) {
    const { utf8, ...counts } = isMostlyUtf8 ? decodeMixed(buffer, true) : guess;

    return decodedText(utf8, mixedWarnings(counts));
  }

  return decodedText(
    Buffer.from(new TextDecoder('windows-1252').decode(bytes)),
    declared === 'windows-1252' ? [] : ['The file is not UTF-8; it was read as windows-1252.'],
  );
}

/** By chance, text in windows-1252 has only a few characters that are valid UTF-8. */
const isProbablyMixed = ({ characters, bytes }: MixedText) => characters >= 20 && characters * 4 >= bytes;

function mixedWarnings({ bytes, cut }: Omit<MixedText, 'utf8'>): string[] {
  const read = `${bytes} ${bytes === 1 ? 'byte is' : 'bytes are'} not UTF-8; read as windows-1252.`;
  const dropped = `${cut} incomplete ${cut === 1 ? 'character was' : 'characters were'} dropped.`;

  return [...(bytes === 0 ? [] : [read]), ...(cut === 0 ? [] : [dropped])];
}

/** The encoding of a byte order mark; null if the file has none. */
function encodingOfMark(bytes: Uint8Array): string | null {
  const [first, second, third] = bytes;
  if (first === 0xef && second === 0xbb && third === 0xbf) {
    return 'utf-8';
  }
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le';
  }

  return first === 0xfe && second === 0xff ? 'utf-16be' : null;
}

/** The WHATWG name of a charset label, undefined for an unknown label. */
function findEncoding(label: string): string | undefined {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
}

/** At most one of this number of characters may be broken. Otherwise the encoding is wrong. */
const charactersPerBroken = 20;

function decodeAs(bytes: Uint8Array, encoding: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  const broken = text.split('\uFFFD').length - 1;
  if (broken * charactersPerBroken > text.length)
    return undecodable(`The file is not valid ${encoding.toUpperCase()}.`);

  return decodedText(
    Buffer.from(text.replaceAll('\uFFFD', '')),
    broken === 0 ? [] : [`${broken} characters that are not valid ${encoding.toUpperCase()} were dropped.`],
  );
}

/** Removes all byte order marks: files that were joined have some within them. */
function decodedText(text: Buffer, warnings: string[]): DecodedText {
  if (text.includes(0)) {
    return undecodable('The file contains a NUL byte: it is not a CSV text file.');
  }
  const unmarked = text.subarray(0, 3).toString() === byteOrderMark ? text.subarray(3) : text;

  return {
    kind: 'decoded',
    utf8: unmarked.includes(byteOrderMark)
      ? Buffer.from(unmarked.toString().replaceAll(byteOrderMark, ''))
      : unmarked,
    warnings,
  };
}

function undecodable(message: string): DecodedText {
  return { kind: 'undecodable', message };
}
