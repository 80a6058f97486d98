import fc from 'fast-check';

/** An encoding of the file, and the charset in the request, which is optional. */
export interface Encoding {
  readonly name: string;
  readonly charset?: string;
  readonly encode: (text: string) => Buffer;
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le');

export const encodings: readonly Encoding[] = [
  { name: 'UTF-8', encode: (text) => Buffer.from(text) },
  { name: 'UTF-8 with a byte order mark', encode: (text) => Buffer.from(`\uFEFF${text}`) },
  { name: 'UTF-16 LE with a byte order mark', encode: (text) => utf16(`\uFEFF${text}`) },
  { name: 'UTF-16 BE with a byte order mark', encode: (text) => utf16(`\uFEFF${text}`).swap16() },
  { name: 'UTF-16 LE by its charset', charset: 'utf-16le', encode: utf16 },
  { name: 'windows-1252', encode: (text) => Buffer.from(text.replaceAll(/[^\0-\xff]/g, '?'), 'latin1') },
];

export interface MalformedFile {
  readonly text: string;
  /** Truncates the file, or replaces one byte, at a relative position between 0 and 1. */
  readonly damage: { readonly at: number; readonly byte: number | null } | undefined;
}

/** The encoded and damaged file. */
export function encoded({ text, damage }: MalformedFile, { encode }: Encoding): Buffer {
  const bytes = encode(text);
  if (!damage) return bytes;
  const at = Math.floor(damage.at * bytes.length);
  if (damage.byte === null) return bytes.subarray(0, at);
  if (at < bytes.length) bytes[at] = damage.byte;

  return bytes;
}

const plain = fc.stringMatching(/^[a-zé0-9 .'=+-]{0,12}$/);
const anything = fc.string({ unit: 'grapheme', maxLength: 12 });
const cell = fc.oneof(
  { weight: 6, arbitrary: plain },
  { weight: 2, arbitrary: anything },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ...[
        '"',
        '""',
        '"""',
        'a"b',
        '"a"b',
        '"a',
        'a"',
        '"a\nb"',
        '"a\r\n""b"""',
        '"x,y"',
        ' "z" ',
        "'",
        '\\"',
      ],
      ...['=1+1', '\u2028', '\u00a0', '\ufeff', '😀', 'İ', '\u0007', 'NULL', '0'.repeat(400)],
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(1001), 'a;b,c|d\te') },
);

/** A small set, so that addresses repeat within and across files. */
const email = fc.oneof(
  { weight: 8, arbitrary: fc.nat(400).map((user) => `user${user}@malformed.example`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', 'nobody', 'USER1@Malformed.Example', 'a@b', '@', 'ü@münchen.example'),
  },
  { weight: 1, arbitrary: cell },
);

const cells = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(email, cell, cell, cell) },
  {
    weight: 3,
    arbitrary: fc.tuple(email, fc.array(cell, { maxLength: 9 })).map(([first, more]) => [first, ...more]),
  },
  { weight: 2, arbitrary: fc.array(fc.constantFrom('', ' ', '\t', '""'), { maxLength: 6 }) },
);

const header = fc.oneof(
  { weight: 10, arbitrary: fc.constant(['E-Mail', 'first name', 'company', 'Plan']) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      ['email', 'Email', 'EMAIL', 'e_mail'],
      ['', 'email', '', ''],
      ['tags', 'country', 'time zone', '"mail"'],
      ['__proto__', 'constructor', 'email', 'toString'],
      ['"email', 'a', 'b', 'c'],
      ['name', 'city', 'phone', 'url'],
      ['email'],
      [],
      ['email', ...Array.from({ length: 99 }, (_, column) => `column ${column}`)],
      ['email', ...Array.from({ length: 100 }, () => 'too many')],
    ),
  },
  { weight: 1, arbitrary: fc.array(cell, { maxLength: 5 }) },
);

/** Characters after the last line: usually none, otherwise half characters or invalid ones. */
const end = fc.oneof(
  { weight: 12, arbitrary: fc.constant('') },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '"',
      '\u001a',
      'x'.repeat(70_000),
      `"${'y\n'.repeat(200)}`,
      'last@malformed.example',
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom('\u0000', '\ud800', 'a\udc00\ud800') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

/**
 * A file with an approximate header and lines that are more or less valid rows, each with its own line
 * ending.
 */
export const malformedFile: fc.Arbitrary<MalformedFile> = fc.record({
  text: fc
    .tuple(
      header,
      fc.array(fc.tuple(cells, fc.constantFrom('\n', '\n', '\r\n', '\r', '\n\n')), { maxLength: 20 }),
      fc.constantFrom(',', ',', ';', '\t', '|'),
      fc.constantFrom('', '', '', '', '\n \n', 'sep=;\n', '#'),
      end,
    )
    .map(([names, lines, delimiter, before, after]) =>
      [
        ...[before, names.join(delimiter), lines[0]?.[1] ?? '\n'],
        ...lines.flatMap(([each, end]) => [each.join(delimiter), end]),
        after,
      ].join(''),
    ),
  damage: fc.oneof(
    { weight: 4, arbitrary: fc.constant(undefined) },
    {
      weight: 1,
      arbitrary: fc.record({
        at: fc.noBias(fc.nat(999)).map((thousandth) => thousandth / 1000),
        byte: fc.oneof(fc.constant(null), fc.nat(255)),
      }),
    },
  ),
});
