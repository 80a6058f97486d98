import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvFile, readCsv } from '#lib/contacts/import/csv-file.ts';
import type { CsvRow } from '#lib/contacts/import/csv-rows.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { cellsOf, read } from './csv-reading.ts';

describe('an invalid row does not affect other rows:', () => {
  const good = ['z@example.com', 'Zoe'];

  it.each<[string, string, string[], Partial<CsvRow>?]>([
    ['a short row', 'a@example.com', ['a@example.com', '']],
    ['a long row', 'a@example.com,A,B', ['a@example.com', 'A', 'B'], { problem: 'too_many_cells' }],
    ['delimiters at the end', 'a@example.com,A,,,', ['a@example.com', 'A']],
    ['a quote within a cell', 'a@example.com,5" pipe', ['a@example.com', '5" pipe']],
    ['space around quotes', 'a@example.com , "A, B" ', ['a@example.com', 'A, B']],
    ['an unclosed quote', 'a@example.com,"A', ['a@example.com', 'A'], { repair: 'quotes' }],
    ['text after a quote', 'a@example.com,"A" B', ['a@example.com', '"A" B'], { repair: 'quotes' }],
    [
      'a quote that is not closed within the row',
      'a@example.com,"A, B',
      ['a@example.com', 'A', 'B'],
      { problem: 'broken_quotes' },
    ],
    ['a cell of 200 KB', `a@example.com,${'x'.repeat(200_000)}`, ['a@example.com', 'x'.repeat(200_000)]],
    ['a row of 1 MB', `a${'x'.repeat(1_000_000)}`, [`a${'x'.repeat(99)}`, ''], { problem: 'too_large' }],
  ])('%s', (_name, line, cells, state = {}) => {
    const file = read(`email,name\n${good}\n${line}\n"z@example.com","Zoe"\n\n${good}`);
    expect(file).toMatchObject({ kind: 'read' });
    expect(file.kind === 'read' && file.rows).toEqual([
      { row: 2, cells: good },
      { row: 3, cells, ...state },
      { row: 4, cells: good },
      { row: 6, cells: good },
    ]);
  });

  it('an unclosed quote in the last row, or before many rows, is reported and affects no other row', () => {
    const rows = 'b@example.com,B\n'.repeat(50_000);
    const file = read(`email,name\na@example.com,"A\n${rows}c@example.com,"C`);
    const repaired = file.kind === 'read' ? file.rows.filter(({ repair }) => repair !== undefined) : [];
    expect(cellsOf(file)).toHaveLength(50_002);
    expect(repaired.map(({ row, repair }) => [row, repair])).toEqual([
      [2, 'quotes'],
      [50_003, 'quotes'],
    ]);
  });

  it('rows with only delimiters and spaces are ignored, but counted as a spreadsheet counts them', () => {
    expect(read('email,name\n\n,\n  ,\t\n\r\n"",""\na@example.com,A\n\n')).toMatchObject({
      rows: [{ row: 7, cells: ['a@example.com', 'A'] }],
    });
  });

  it('any line yields a row, and so do the lines around it', () => {
    const anyLine = fc.stringMatching(/^[a-c", ;\t'=|é]{1,30}$/).filter((line) => /[a-c]/.test(line));
    fc.assert(
      fc.property(anyLine, (line) => {
        const file = read(`email,name\nfirst@example.com,F\n${line}\nlast@example.com,L`);
        const emails = cellsOf(file).map(([email]) => email);
        expect(emails[0]).toBe('first@example.com');
        const whole = JSON.stringify(cellsOf(file));
        expect(whole).toContain('last@example.com');
      }),
      { numRuns: 500 },
    );
  });

  it('any bytes are either read or reported as unreadable', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(['read', 'unreadable']).toContain(read(bytes).kind);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a row has the number that a spreadsheet shows', () => {
  const numbersOf = (text: string) => {
    const file = read(text);

    return file.kind === 'read' ? file.rows.map(({ row }) => row) : [];
  };

  it.each([
    ['below the header', 'email\na@x.example\nb@x.example', [2, 3]],
    ['below lines before the header', 'Our list\n\nemail,name\na@x.example,A', [4]],
    ['with the line ends of Windows', 'email\r\n\r\n\r\na@x.example\r\n\r\nb@x.example', [4, 6]],
    ['below a broken row', 'email,name\n\na@x.example,"A\nb@x.example,B\n\nc@x.example,C', [3, 4, 6]],
    ['below a broken row of Windows', 'email,name\r\na@x.example,"A\r\nb@x.example,B', [2, 3]],
    ['below a cell of several lines', 'email,name\na@x.example,"A\nB"\nb@x.example,B', [2, 3]],
    ['without a header', 'a@x.example\n\nb@x.example', [1, 3]],
    ['below the line that declares the delimiter', 'sep=;\nemail;name\na@x.example;A', [2]],
  ])('%s', (_, text, numbers) => {
    expect(numbersOf(text)).toEqual(numbers);
  });

  it('also beyond the rows of one step', () => {
    const numbers = numbersOf(`email\n${'a@x.example\n\n'.repeat(1000)}`);
    expect(numbers).toEqual(Array.from({ length: 1000 }, (_, at) => 2 + 2 * at));
  });
});

describe('time', () => {
  it.each([
    ['blank lines', '\t\n'],
    ['lines of spaces', ' \r\n'],
    ['lines of no-break spaces', '\u00a0\n'],
    ['empty lines', '\n'],
  ])('is linear for a file of %s that ends with an unclosed quote', (_, line) => {
    const bytes = read(`email,name\n"a@b.example","x${line.repeat(150_000)}"`);

    expect(cpuTimeOf(() => expect(cellsOf(bytes).length).toBeLessThan(10))).toBeLessThan(2000);
  });
});

describe('rows', () => {
  it('can be iterated again from the start', () => {
    const file: CsvFile = readCsv(Buffer.from('email\na@example.com\nb@example.com'));
    const rows = file.kind === 'read' ? file.rows : [];
    expect([...rows]).toHaveLength(2);
    expect([...rows]).toEqual([...rows]);
  });

  it('are parsed lazily: the first rows of a large file are returned immediately', () => {
    const bytes = Buffer.from(`email,name\n${'a@example.com,A\n'.repeat(250_000)}`);
    const timeToRead = (count: number) => {
      const startedAt = performance.now();
      const file = readCsv(bytes);
      let seen = 0;
      for (const { row } of file.kind === 'read' ? file.rows : []) {
        seen = row;
        if (row === count) {
          break;
        }
      }
      expect(seen).toBe(count);

      return performance.now() - startedAt;
    };
    const whole = timeToRead(250_000);
    expect(timeToRead(10)).toBeLessThan(whole / 5);
  });
});
