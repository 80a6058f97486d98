import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, read } from './csv-reading.ts';

/** Writes a row of RFC 4180: cells with special characters are quoted. */
function write(table: string[][], delimiter: string, lineEnd: string): string {
  const quoteCell = (cell: string) =>
    /^[a-z0-9@.]*$/i.test(cell) ? cell : `"${cell.replaceAll('"', '""')}"`;

  return table.map((row) => row.map(quoteCell).join(delimiter)).join(lineEnd);
}

const encodings: Array<[string, (text: string) => Uint8Array, string?]> = [
  ['UTF-8', (text) => Buffer.from(text)],
  ['UTF-8 with a mark', (text) => Buffer.from(`\uFEFF${text}`)],
  ['UTF-16 LE with a mark', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 BE with a mark', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ['UTF-16 LE, declared', (text) => Buffer.from(text, 'utf16le'), 'utf-16le'],
  ['windows-1252', (text) => Buffer.from(text, 'latin1')],
];

const delimiters = [',', ';', '\t', '|'];

describe('a table has the same content', () => {
  const cell = fc.oneof(
    fc.stringMatching(/^[ -~é\u00a0à-öø-ÿ]{0,12}$/),
    fc.constantFrom('', 'a\nb', 'c\r\nd', '"', '""', ',;\t|', "O'Neill", 'x"y', ' padded ', 'sep=;'),
  );
  const table = fc.tuple(
    fc.array(fc.tuple(cell, cell), { maxLength: 8 }),
    fc.constantFrom(...delimiters),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.boolean(),
  );

  it.each(encodings)('in %s, with any delimiter and line end', (_name, encode, charset) => {
    fc.assert(
      fc.property(table, ([pairs, delimiter, lineEnd, endsWithLine]) => {
        const rows = pairs.map(([a, b], index) => [`u${index}@example.com`, a, b]);
        const text = write([['email', 'Städte', 'note'], ...rows], delimiter, lineEnd);
        const file = read(encode(endsWithLine ? text + lineEnd : text), charset);
        expect(file).toMatchObject({ kind: 'read', header: ['email', 'Städte', 'note'] });
        expect(cellsOf(file)).toEqual(rows);
      }),
      { numRuns: 100 },
    );
  });
});

describe('the encoding', () => {
  const [utf8, latin] = [
    Buffer.from('email\nJosé€'),
    Buffer.from([...Buffer.from('email\nJos'), 0xe9, 0x80]),
  ];

  it('falls back to windows-1252 with a warning', () => {
    expect(read(utf8)).toMatchObject({ rows: [{ cells: ['José€'] }], warnings: [] });
    expect(read(latin)).toMatchObject({
      rows: [{ cells: ['José€'] }],
      warnings: [expect.stringContaining('windows-1252')],
    });
  });

  it('is the declared one, unless the bytes contradict it', () => {
    expect(read(latin, 'ISO-8859-1')).toMatchObject({ rows: [{ cells: ['José€'] }], warnings: [] });
    expect(read(utf8, 'iso-8859-1')).toMatchObject({ rows: [{ cells: ['José€'] }], warnings: [] });
    expect(read(Buffer.from([...Buffer.from('email\n'), 0xb3]), 'iso-8859-2')).toMatchObject({
      rows: [{ cells: ['ł'] }],
    });
    expect(read(Buffer.from('\uFEFFemail\nł'), 'iso-8859-15')).toMatchObject({ rows: [{ cells: ['ł'] }] });
    expect(read(Buffer.from('\uFEFFemail\nł', 'utf16le'), 'utf-8')).toMatchObject({
      rows: [{ cells: ['ł'] }],
    });
  });

  const file = 'email,name\na@x.example,Zoë\n';

  it.each<[string, Uint8Array, string[]?]>([
    ['UTF-16 LE without a mark', Buffer.from(file, 'utf16le')],
    ['UTF-16 BE without a mark', Buffer.from(file, 'utf16le').swap16()],
    ['a NUL byte', Buffer.from('email,name\na@x.example,Zo\0ë'), ['1 NUL byte was removed.']],
    ['NUL bytes at its end', Buffer.from(`${file}\0\0`), ['2 NUL bytes were removed.']],
  ])('of a file with %s is found', (_, bytes, warnings = []) => {
    expect(read(bytes)).toMatchObject({ rows: [{ cells: ['a@x.example', 'Zoë'] }], warnings });
  });

  it.each([
    ['macintosh', 'René', [0x8e], 'Ren*'],
    ['macintosh', 'RENÉ', [0x83], 'REN*'],
    ['macintosh', 'Bärbel', [0x8a], 'B*rbel'],
    ['macintosh', 'Größe', [0x9a, 0xa7], 'Gr**e'],
    ['windows-1250', 'Łukasz', [0xa3], '*ukasz'],
    ['windows-1250', 'Michał', [0xb3], 'Micha*'],
    ['windows-1250', 'Bożena', [0xbf], 'Bo*ena'],
    ['windows-1252', 'Hélène', [0xe9, 0xe8], 'H*l*ne'],
    ['windows-1252', 'Peña', [0xf1], 'Pe*a'],
    ['windows-1252', 'Åsa Ørsted', [0xc5, 0xd8], '*sa *rsted'],
    ['windows-1252', '5 m³', [0xb3], '5 m*'],
    ['windows-1252', 'L’Été', [0x92, 0xc9, 0xe9], 'L**t*'],
    ['windows-1252', '¿Qué', [0xbf, 0xe9], '*Qu*'],
    ['windows-1252', 'HéLèNE GROß', [0xe9, 0xe8, 0xdf], 'H*L*NE GRO*'],
  ])('%s of %s is found', (encoding, name, special, ascii) => {
    const rest = [...special];
    const cell = [...ascii].map((letter) => (letter === '*' ? (rest.shift() ?? 0) : letter.charCodeAt(0)));
    const bytes = Buffer.from([...Buffer.from('email,name\na@x.example,'), ...cell]);
    expect(read(bytes)).toMatchObject({
      rows: [{ cells: ['a@x.example', name] }],
      warnings: [
        `The file is not UTF-8; it was read as ${encoding}, with ${special.length} such characters.`,
      ],
    });
  });

  it.each<[string, Uint8Array, string?]>([
    ['an unknown charset', utf8, 'klingon'],
    ['many NUL bytes', Buffer.from(`email\na${'\0'.repeat(20)}`)],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x65, 0, 0, 0])],
    ['half a UTF-16 character', Buffer.from([0xff, 0xfe, 0x65])],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004\u0014\u0000')],
    ['no bytes', Buffer.from('')],
    ['empty lines', Buffer.from('\r\n\n \n')],
    ['a header with an unclosed quote', Buffer.from('"email,name\na@example.com,A\n')],
    ['more than 500 columns', Buffer.from(`email${',x'.repeat(500)}\n`)],
  ])('with %s makes the file unreadable, with a message', (_name, bytes, charset) => {
    expect(read(bytes, charset)).toEqual({
      kind: 'unreadable',
      message: expect.stringMatching(/^The .*\.$/),
    });
  });
});

describe('detects the delimiter in the header line:', () => {
  it.each([
    ['email', ['email']],
    ['email;first, last', ['email', 'first, last']],
    ['a|b|c,email,d', ['a|b|c', 'email', 'd']],
    ['a|b|c|d,email', ['a|b|c|d', 'email']],
    ['"name, first";email', ['name, first', 'email']],
    ['name\temail', ['name', 'email']],
    ['sep=|\r\na,b|c', ['a,b', 'c']],
    ['\n\n email ; name ', ['email', 'name']],
    ['x;y', ['x', 'y']],
  ])('%j', (text, header) => {
    expect(read(text)).toMatchObject({ kind: 'read', header, rows: [] });
  });

  it('reads 500 columns', () => {
    expect(read(`email${',x'.repeat(499)}`)).toMatchObject({ header: { length: 500 } });
  });
});
