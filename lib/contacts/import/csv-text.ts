import { isUtf8 } from 'node:buffer';
import { findLegacyEncoding } from '#lib/contacts/import/cells/legacy-encoding.ts';
import { decodeMixed, type MixedText } from '#lib/contacts/import/cells/mixed-text.ts';

export type DecodedText =
  | { kind: 'decoded'; utf8: Buffer; warnings: string[] }
  | { kind: 'undecodable'; message: string };

const byteOrderMark = '\uFEFF';

/**
 * Decodes a file to UTF-8 without byte order marks. The order of precedence: a byte order mark, the caller's charset, UTF-8
 * if the bytes are valid UTF-8, and an encoding of single bytes with a warning. UTF-16 is also recognised by its NUL bytes.
 * Many clients always declare «iso-8859-1» or «utf-8», so these two do not override the detection. A few broken characters do not
 * affect others.
 */
export function decodeText(bytes: Uint8Array, charset?: string): DecodedText {
  // Null: no charset is declared. Undefined: the declared charset is unknown.
  const declared = charset === undefined ? null : findEncoding(charset);
  if (declared === undefined) {
    return undecodable(`The charset «${charset}» is unknown.`);
  }
  // `windows-1252` is also the WHATWG name of iso-8859-1, which does not override the detection.
  const mark = encodingOfMark(bytes);
  const isUndeclared = declared === null || declared === 'windows-1252' || declared === 'utf-8';
  const encoding = mark ?? (isUndeclared ? findUtf16(bytes) : declared);
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

  const legacy = findLegacyEncoding(bytes);
  const text = Buffer.from(new TextDecoder(legacy.encoding).decode(bytes));
  const shown = `The file is not UTF-8; it was read as ${legacy.encoding}, with ${legacy.characters} such characters.`;

  return decodedText(text, declared === legacy.encoding ? [] : [shown]);
}

/** UTF-16 without a byte order mark: about half of the bytes are NUL, at even or at odd positions. */
function findUtf16(bytes: Uint8Array): string | null {
  const start = bytes.subarray(0, 1000);
  const share = (parity: number) =>
    start.filter((byte, at) => byte === 0 && at % 2 === parity).length / (start.length / 2);
  if (share(1) > 0.7 && share(0) < 0.1) return 'utf-16le';

  return share(0) > 0.7 && share(1) < 0.1 ? 'utf-16be' : null;
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

/** One byte of this number may be NUL; in a short file, more. */
const bytesPerNul = 100;
const shortFileNulsMax = 3;
const shortFileBytesPerNul = 5;
/** The first bytes of spreadsheets and other archives. */
const archiveStart = 'PK\u0003\u0004';

/** Removes single NUL bytes, and all byte order marks: files that were joined have some within them. */
function decodedText(text: Buffer, warnings: string[]): DecodedText {
  const nuls = text.includes(0) ? text.reduce((count, byte) => count + (byte === 0 ? 1 : 0), 0) : 0;
  const isBinary = text.toString('latin1', 0, archiveStart.length) === archiveStart;
  const few = Math.min(shortFileNulsMax, text.length / shortFileBytesPerNul);
  if (isBinary || nuls > Math.max(few, text.length / bytesPerNul))
    return undecodable('The file contains NUL bytes or is an archive: it is not a CSV text file.');
  const unmarked = text.subarray(0, 3).toString() === byteOrderMark ? text.subarray(3) : text;
  const clean = nuls === 0 ? unmarked : Buffer.from(unmarked.filter((byte) => byte !== 0));
  const removed = `${nuls} NUL ${nuls === 1 ? 'byte was' : 'bytes were'} removed.`;

  return {
    kind: 'decoded',
    utf8: clean.includes(byteOrderMark) ? Buffer.from(clean.toString().replaceAll(byteOrderMark, '')) : clean,
    warnings: nuls === 0 ? warnings : [...warnings, removed],
  };
}

function undecodable(message: string): DecodedText {
  return { kind: 'undecodable', message };
}
