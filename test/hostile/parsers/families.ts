/** Adversarial text of a given size, built from a valid input of the parser. */
export type Family = (sample: string, size: number) => string;

function repeated(part: string, size: number): string {
  return part.repeat(Math.ceil(size / Math.max(1, part.length))).slice(0, size);
}

const filledWith =
  (part: string, before = '', after = ''): Family =>
  (_, size) =>
    `${before}${repeated(part, size)}${after}`;

/** A valid input with one long part and an error at the end, which makes a backtracking parser retry. */
const stretched =
  (part: string): Family =>
  (sample, size) => {
    const middle = Math.ceil(sample.length / 2);

    return `${sample.slice(0, middle)}${repeated(part, size)}${sample.slice(middle)}\u0000`;
  };

const codePoints = Array.from({ length: 4096 }, (_, at) =>
  String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
);

/**
 * By name. The first ones are OWASP's "evil regex" inputs; the others target decoders, normalisers and nested
 * formats.
 */
export const families: Readonly<Record<string, Family>> = {
  'one letter': filledWith('a'),
  'one digit': filledWith('1'),
  'the valid input, repeated': (sample, size) => repeated(sample, size),
  'its first half, repeated': (sample, size) => repeated(sample.slice(0, Math.ceil(sample.length / 2)), size),
  'its last character, repeated': (sample, size) => `${sample}${repeated(sample.slice(-1), size)}\u0000`,
  'letters within it': stretched('a'),
  'blanks within it': stretched(' '),
  'dots within it': stretched('.'),
  'blanks, then a letter': filledWith(' ', 'x', 'x'),
  'tabs and line ends': filledWith('\t\n', 'x', 'x'),
  'empty lines': filledWith('\r\n', 'x', 'x'),
  'short lines': filledWith('a: b\r\n'),
  'folded lines': filledWith('\r\n a', 'a: b'),
  'separators in turn': filledWith('.,:;/=&?@#|!'),
  'semicolons, then an encoded line end': filledWith(';', '', '=?utf-8?Q?=0A?=x'),
  'dots and a comma after @': filledWith('.', 'a@', ','),
  'open round brackets': filledWith('('),
  'round brackets in brackets': (_, size) => '('.repeat(size / 2) + ')'.repeat(size / 2),
  'square brackets in brackets': (_, size) => '['.repeat(size / 2) + ']'.repeat(size / 2),
  'objects in objects': (_, size) => `${'{"a":'.repeat(size / 6)}1${'}'.repeat(size / 6)}`,
  'open angle brackets': filledWith('<'),
  'elements in elements': (_, size) => '<div>'.repeat(size / 11) + '</div>'.repeat(size / 11),
  'attributes of one element': filledWith(' a="b"', '<a', '>'),
  'quotes in turn': filledWith('"\''),
  'an open quote': filledWith('a,', '"'),
  backslashes: filledWith('\\', '"', '"'),
  'braces and bars': filledWith('{{a|b}'),
  'percent signs': filledWith('%{d}%'),
  'character references': filledWith('&#x41;&am'),
  'combining marks': filledWith('\u0323\u0301', 'a'),
  'text that grows when normalised': filledWith('\ufdfa'),
  'letters that grow in lower case': filledWith('\u0130'),
  'a thousand different letters': (_, size) => repeated(codePoints.join(''), size),
  'half characters': filledWith('\ud800'),
  'the edges of UTF-8': filledWith('\u007f\u0080\u07ff\u0800\uffff\u{10ffff}\u2028\ufeff\ue000'),
  controls: filledWith('\u0001\u001b\u007f'),
  'encoded words': filledWith('=?utf-8?Q?=0A?= '),
  'encoded words without an end': filledWith('=?utf-8?B?////'),
  'encoded parameters': filledWith("a*0*=x'y'%41; ", 'text/plain; '),
  boundaries: filledWith('\r\n--b', '--b'),
  dashes: filledWith('-', '\n'),
  'equals signs': filledWith('='),
  'quoted lines': filledWith('> a\n'),
  attributions: filledWith('On a >wrote: b\n'),
  'attributions on one line': filledWith('\t>wrote:'),
  base64: filledWith('QUFB'),
};
