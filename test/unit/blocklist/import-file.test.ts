import { describe, expect, test } from 'vitest';
import { openBlocklistFile } from '#lib/blocklist/import-file.ts';

const read = (text: string) =>
  [...openBlocklistFile(Buffer.from(text)).rows].map((row) =>
    'error' in row ? `${row.row}: ${row.error.email}: ${row.error.reason}` : row.address,
  );
const notesOf = (text: string) =>
  [...openBlocklistFile(Buffer.from(text)).rows].map((row) => ('value' in row ? row.note : row));

describe('a cell', () => {
  test.each([
    ['x.example', 'x.example'],
    ['@x.example', 'x.example'],
    ['*.x.example', 'x.example'],
    ['*@X.example', 'x.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['Ada@X.Example', 'ada@x.example'],
    ['"Ada Lovelace <ada@x.example>"', 'ada@x.example'],
    ['mailto:ada@x.example?subject=x', 'ada@x.example'],
    ['\u200Bada@x.example', 'ada@x.example'],
    ['\u200Bx.example', 'x.example'],
    ["'@x.example", 'x.example'],
    ["'ada@x.example", 'ada@x.example'],
    ['*ada@x.example', 'ada@x.example'],
    ['Work/ada@x.example', 'ada@x.example'],
    ["'+ada@x.example", '+ada@x.example'],
    ['bob@y.example <ada@x.example>', 'ada@x.example'],
  ])('%s is read as %s', (cell, value) => {
    expect(read(`value\n${cell}\n`)).toEqual([value]);
  });

  test.each(['acme', 'a@x.example; b@x.example', '127.0.0.1', '*.example', 'https://x.example/'])(
    '%s is refused with its row',
    (cell) => {
      expect(read(`value\nx.example\n\n"${cell}"\ny.example`)).toEqual([
        'x.example',
        `4: ${cell}: must be one email address or one domain`,
        'y.example',
      ]);
    },
  );
});

describe('the column', () => {
  test.each([
    [
      'a list without a header',
      'x.example\nada@y.example\n@z.example',
      ['x.example', 'ada@y.example', 'z.example'],
    ],
    [
      'a list with a bad line',
      'x.example\nnever\ny.example',
      ['x.example', '2: never: must be one email address or one domain', 'y.example'],
    ],
    ['a list that begins with a domain like a name', 'email.work\nx.example', ['email.work', 'x.example']],
    ['a title above a list', 'Never mail these\nx.example\nada@y.example', ['x.example', 'ada@y.example']],
    [
      'addresses before names that look like domains',
      'ada.love,ada@x.example\nbob.ross,bob@x.example',
      ['ada@x.example', 'bob@x.example'],
    ],
    ['an address before its domain', 'Domain;Email\nx.example;ada@x.example', ['ada@x.example']],
    ['a column of domains', 'Company\tDomain\nAcme Inc.\tx.example', ['x.example']],
    ['a value before other columns', 'type,value,email\ndomain,x.example,bob@y.example', ['x.example']],
    ['an unknown name', 'Wer|Firma\nada@x.example|Acme', ['ada@x.example']],
  ])('is found: %s', (_, text, values) => {
    expect(read(text)).toEqual(values);
  });

  test('is required', () => {
    expect(() => read('name,city\nAda Lovelace,Bonn\n')).toThrow(
      'body: No column of addresses or domains among: «name», «city».',
    );
  });

  test('has a value in each row; an address is never replaced by the domain of its row', () => {
    expect(read('Email,Domain\n,x.example\nada@y.example,y.example')).toEqual([
      '2: null: required',
      'ada@y.example',
    ]);
  });
});

test('a note and a reason are joined, and cut to the length of a note', () => {
  const text = `email,reason,note\na@x.example,bounced,\nb@x.example,bounced,by phone\nc@x.example,,${'x'.repeat(600)}\nd@x.example,,`;

  expect(notesOf(text)).toEqual(['bounced', 'by phone; bounced', 'x'.repeat(500), undefined]);
});

test('each adaptation is a warning with its column and count', () => {
  const file = openBlocklistFile(
    Buffer.from(
      `email,note\nAda <a@x.example>,\nx.example,${'x'.repeat(600)}\nmailto:b@x.example,\n@y.example,`,
    ),
  );

  expect([...file.rows]).toHaveLength(4);
  expect(file.warnings()).toEqual([
    'Column «email»: 2 values were recognised and rewritten.',
    'Column «note»: 1 value was too long and cut.',
  ]);
});
