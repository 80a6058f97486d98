const repeated = [
  '\ufdfa',
  'ﬃ',
  '\u0301',
  '\u200d',
  '\ufeff',
  '\u202e',
  '\u00ad',
  '👩‍👩‍👧‍👦',
  'İ',
  'ß',
  '𝕳',
  '㍿',
  '\ue000',
];

/** Texts with characters that expand, combine, disappear or have no UTF-8 encoding. */
export const unicode: Readonly<Record<string, readonly string[]>> = {
  'Unicode expansion': repeated.flatMap((unit) =>
    [1, 2, 20, 50, 200, 2000].map((times) => unit.repeat(times)),
  ),
  'Unicode boundaries': [
    ...['\u0000', '\u0001', '\u001f', '\u007f', '\u0080', '\u0085', '\u00a0', '\u034f', '\u061c', '\u070f'],
    ...['\u115f', '\u1160', '\u17b4', '\u180e', '\u2000', '\u200b', '\u200f', '\u2028', '\u2029', '\u2060'],
    ...['\u3000', '\ud7ff', '\ue000', '\uf8ff', '\ufdd0', '\ufe0f', '\ufff9', '\ufffc', '\ufffd', '\ufffe'],
    ...[
      '\uffff',
      '\u{10000}',
      '\u{1f600}',
      '\u{e0001}',
      '\u{e007f}',
      '\u{f0000}',
      '\u{10fffe}',
      '\u{10ffff}',
    ],
  ].flatMap((mark) => [mark, `a${mark}`, `${mark}@example.com`, `a${mark}b@exa${mark}mple.com`]),
  'lone surrogates': ['\ud800', '\udfff', 'a\ud83d', '\ude00b', '\udc00\ud800', 'x@\ud800.com'],
  'white space': [
    ' ',
    '\t\n\v\f\r ',
    '\u3000x\u3000',
    ' '.repeat(5000),
    `a${' '.repeat(5000)}b`,
    '\r\n'.repeat(500),
  ],
  'right to left': [
    '\u202eexe.cod',
    '\u2067abc\u2069',
    'שלום',
    'مرحبا',
    '\u202ea@example.com',
    'א@example.com',
  ],
  'combining marks': [
    'Z\u0351\u036b\u0343'.repeat(200),
    `e${'\u0301'.repeat(1000)}`,
    'ก็็็็็็็็็็',
    '각'.normalize('NFD').repeat(60),
  ],
  'long texts': [
    49, 50, 51, 100, 101, 200, 201, 254, 255, 256, 500, 501, 1000, 1001, 2048, 2049, 20_480, 100_001,
  ].map((length) => 'x'.repeat(length)),
  'very long texts': ['x', 'ﷺ', '\u0000', ' ', 'a@', '.', '=?utf-8?Q?', '<b>', '"', '\\'].map((unit) =>
    unit.repeat(Math.floor(300_000 / unit.length)),
  ),
};
