import { canonicalName } from '#lib/emails/rendering/field-names.ts';

export interface TextPiece {
  readonly kind: 'text';
  readonly text: string;
}

export interface FieldPiece {
  readonly kind: 'field';
  readonly name: string;
  readonly fallback: string | undefined;
  /** The field as it is written, with its braces. */
  readonly source: string;
}

/** Characters of an invalid field that its fault quotes. */
const quotedMax = 60;

/** In characters. Limited, so that unclosed braces take linear time. */
const rawFieldLengthMax = 500;

/** Parses the fields of a style sheet, a script or other raw text. Braces that contain no known field are literal. */
export function* parseRawText(text: string): Generator<TextPiece | FieldPiece> {
  let copiedTo = 0;
  for (let close = text.indexOf('}}'); close !== -1; close = text.indexOf('}}', close + 2)) {
    const from = Math.max(copiedTo, close - rawFieldLengthMax);
    const open = text.slice(from, close).lastIndexOf('{{');
    if (open === -1) continue;
    const piece = readField(text.slice(from + open + 2, close), []);
    if (piece.kind !== 'field') continue;
    yield { kind: 'text', text: text.slice(copiedTo, from + open) };
    yield piece;
    copiedTo = close + 2;
  }
  yield { kind: 'text', text: text.slice(copiedTo) };
}

/** Reads a merge field. @param inner the text between its braces. @param faults gets the error of an invalid field, which is text */
export function readField(inner: string, faults: string[]): TextPiece | FieldPiece {
  const barAt = inner.indexOf('|');
  const source = `{{${inner}}}`;
  const written = trim(barAt === -1 ? inner : inner.slice(0, barAt));
  const fallback = barAt === -1 ? undefined : readFallback(trim(inner.slice(barAt + 1)));
  const name = canonicalName(written);
  if (name !== undefined && (barAt === -1 || fallback !== undefined))
    return { kind: 'field', name, fallback, source };
  faults.push(faultOf(trim(inner), name === undefined ? written : undefined));

  return { kind: 'text', text: source };
}

/** @param unknown the name in the field; undefined if the name is known */
function faultOf(inner: string, unknown: string | undefined): string {
  if (unknown === undefined || !/^[A-Za-z][A-Za-z0-9_.]*$/.test(unknown))
    return `{{${inner.slice(0, quotedMax)}}} is not a merge field`;
  const fault = `{{${unknown.slice(0, quotedMax)}}} is not a known field`;
  const custom = `custom.${unknown}`;

  return canonicalName(custom) === undefined ? fault : `${fault}: a custom field is {{${custom}}}`;
}

/** Accepted pairs of quotes: word processors and HTML editors replace straight quotes. */
const quotes = ['""', "''", '“”', '„“', '‘’', '«»'];

/** The quoted text of `default: "…"`; undefined for anything else. */
function readFallback(text: string): string | undefined {
  const [, written] = /^default\s*:(.*)$/s.exec(text) ?? [];
  if (written === undefined) return undefined;
  const quoted = written.trim().replaceAll('&quot;', '"');
  const inside = quoted.slice(1, -1);
  const isQuoted = quotes.some(
    ([start = '', end = '']) =>
      quoted.length > 1 && quoted.startsWith(start) && quoted.endsWith(end) && !inside.includes(start),
  );

  return isQuoted ? inside : undefined;
}

/** Trims white space, including `&nbsp;` from HTML editors. */
function trim(text: string): string {
  return text.replaceAll('&nbsp;', ' ').trim();
}
