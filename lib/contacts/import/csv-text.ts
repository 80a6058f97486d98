import { isUtf8 } from 'node:buffer';

export type DecodedText =
  | { kind: 'decoded'; utf8: Buffer; warnings: string[] }
  | { kind: 'undecodable'; message: string };

const byteOrderMark = '\uFEFF';

/**
 * Decodes a file to UTF-8 without a byte order mark. The order of precedence: a byte order mark, the caller's charset, UTF-8
 * if the bytes are valid UTF-8, and windows-1252 with a warning. Many clients always declare «iso-8859-1» or «utf-8», so
 * these two do not override the detection.
 */
export function decodeText(bytes: Uint8Array, charset?: string): DecodedText {
  // Null: no charset is declared. Undefined: the declared charset is unknown.
  const declared = charset === undefined ? null : findEncoding(charset);
  if (declared === undefined) {
    return undecodable(`The charset «${charset}» is unknown.`);
  }
  // `windows-1252` is also the WHATWG name of iso-8859-1, which does not override the detection.
  const encoding = encodingOfMark(bytes) ?? (declared === 'windows-1252' ? null : declared);
  if (encoding !== null && encoding !== 'utf-8') {
    return decodeStrictly(bytes, encoding);
  }
  if (isUtf8(bytes)) {
    return decodedText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), []);
  }

  return decodedText(
    Buffer.from(new TextDecoder('windows-1252').decode(bytes)),
    declared === 'windows-1252' ? [] : ['The file is not UTF-8; it was read as windows-1252.'],
  );
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

function decodeStrictly(bytes: Uint8Array, encoding: string): DecodedText {
  try {
    return decodedText(Buffer.from(new TextDecoder(encoding, { fatal: true }).decode(bytes)), []);
  } catch {
    return undecodable(`The file is not valid ${encoding.toUpperCase()}.`);
  }
}

function decodedText(text: Buffer, warnings: string[]): DecodedText {
  if (text.includes(0)) {
    return undecodable('The file contains a NUL byte: it is not a CSV text file.');
  }
  const hasMark = text.subarray(0, 3).toString() === byteOrderMark;

  return { kind: 'decoded', utf8: hasMark ? text.subarray(3) : text, warnings };
}

function undecodable(message: string): DecodedText {
  return { kind: 'undecodable', message };
}
