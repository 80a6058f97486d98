import { describe, expect, test } from 'vitest';
import { openBlocklistFile } from '#lib/blocklist/import-file.ts';
import { openImportFile } from '#lib/contacts/import/rows.ts';

/** The contacts as an object by address, without empty fields, and the warnings about rows. */
function read(text: string) {
  const file = openImportFile(Buffer.from(text), { tags: [], mapping: undefined });
  const people = [...file.rows].map((row) => {
    if (!('contact' in row)) return row;
    const { email, customFields, tags: _, ...fields } = row.contact;
    const { company: _c, status: _s, ...custom } = customFields;
    const given = Object.entries({ ...fields, ...custom, suppressedAs: row.suppressedAs });

    return [email, Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined))];
  });

  return { people, warnings: file.warnings().filter((warning) => /^[0-9]+ rows? /.test(warning)) };
}

const bob = { firstName: 'Bob', city: 'Paris, Texas', suppressedAs: 'unsubscribed' };
const ann = { firstName: 'Ann', city: 'Rome' };

describe('a comma file that a spreadsheet with another list separator has saved is read:', () => {
  test.each([
    ['rows with quotes', '', '"bob@x.example,Bob,""Paris, Texas"",unsubscribed"', 'ann@x.example,Ann,Rome,'],
    ['padded', ';;', '"bob@x.example,Bob,""Paris, Texas"",unsubscribed";;', 'ann@x.example,Ann,Rome,;;'],
    [
      'padded, in lenient form',
      '',
      '"bob@x.example,Bob,""Paris, Texas"",unsubscribed",,',
      'ann@x.example,Ann,Rome,',
    ],
  ])('%s', (_, end, first, second) => {
    expect(read([`email,firstName,city,status${end}`, first, second].join('\r\n'))).toEqual({
      people: [
        ['bob@x.example', bob],
        ['ann@x.example', ann],
      ],
      warnings: ['1 row had all cells in one quoted cell, which was separated.'],
    });
  });

  test('with a separator within a cell, in its header, and with tabs', () => {
    const city = { city: 'A; B' };
    expect(read('email,city,plan;\n"a@x.example,""A";" B"",x"').people).toEqual([
      ['a@x.example', { ...city, plan: 'x' }],
    ]);
    expect(read('email,city;\na@x.example,A; B\nb@x.example,Rome;\nc@x.example,;').people).toEqual([
      ['a@x.example', city],
      ['b@x.example', { city: 'Rome' }],
      ['c@x.example', {}],
    ]);
    expect(read('"email,city"\n"a@x.example,A; B"').people).toEqual([['a@x.example', city]]);
    expect(read('email,city\t\n"a@x.example,""A; B"""\t').people).toEqual([['a@x.example', city]]);
    expect(read('email;city\n"a@x.example;""A; B""",').people).toEqual([['a@x.example', city]]);
  });

  test('but a quoted cell stays one cell', () => {
    expect(read('email,name,city\n"ada@x.example, b@x.example"').people).toEqual([['ada@x.example', {}]]);
    expect(read('email\n"Love, Ada <ada@x.example>"').people).toEqual([['ada@x.example', {}]]);
    expect(read('city,email\n"Paris, Texas",ada@x.example').people).toEqual([
      ['ada@x.example', { city: 'Paris, Texas' }],
    ]);
  });
});

describe('a row with broken quotes is read', () => {
  test.each([
    ['a text after quotes', 'ada@x.example,"Acme" Ltd,Paris', '"Acme" Ltd'],
    ['quotes around two words', 'ada@x.example\t"The Best" of "All"\tParis', '"The Best" of "All"'],
    ['quotes within quotes', 'ada@x.example,"Acme "the" L",Paris', 'Acme "the" L'],
    ['backslashes before quotes', 'ada@x.example,"Acme \\"the\\", L",Paris', 'Acme "the", L'],
    ['the end of a word in quotes', '"ada@x.example","Acme"s",Paris', 'Acme"s'],
  ])('with %s', (_, line, companyName) => {
    const header = line.includes('\t') ? 'email\tcompany\tcity' : 'email,company,city';
    expect(read(`${header}\n${line}`)).toEqual({
      people: [['ada@x.example', { companyName, city: 'Paris' }]],
      warnings: ['1 row had quotes that do not match; the cells were recognised.'],
    });
  });

  test.each([['ada@x.example,"Acme'], ['"ada@x.example","Acme']])(
    'without the end of its last quote: %s',
    (line) => {
      expect(read(`email,company\n${line}`).people).toEqual([['ada@x.example', { companyName: 'Acme' }]]);
    },
  );

  test.each([
    ['email,company,status', 'ada@x.example,"Acme" Ltd,unsubscribed', { companyName: '"Acme" Ltd' }],
    ['email,company,status', 'ada@x.example,"Acme" Ltd, Paris,unsubscribed', {}],
    ['company,email,status', '"Acme" Ltd, Paris,ada@x.example,unsubscribed', {}],
  ])('and suppresses: %s %s', (header, line, fields) => {
    expect(read(`${header}\n${line}`).people).toEqual([
      ['ada@x.example', { ...fields, suppressedAs: 'unsubscribed' }],
    ]);
  });

  test('only up to its address if a quote has no end', () => {
    expect(read('first name,email,company,city\nAda,ada@x.example,"Acme, Inc').people).toEqual([
      ['ada@x.example', { firstName: 'Ada' }],
    ]);
  });
});

describe('a row with more cells than the header is read up to its address', () => {
  test.each([
    ['email,first,company', 'ada@x.example,Ada,Acme, Inc.', {}],
    ['email,first', 'ada@x.example,Ada,vip', {}],
    ['first,email,company', 'Ada,ada@x.example,Acme, Inc.', { firstName: 'Ada' }],
    ['company,email,city', 'Acme, Inc.,ada@x.example,Rome', { city: 'Rome' }],
    ['Email,Unsubscribed', 'ada@x.example,yes,2026-01-01', { suppressedAs: 'unsubscribed' }],
    ['Email,Company,Unsubscribed', 'ada@x.example,Acme, Inc.,no', {}],
    ['Email,Company,Unsubscribed', 'ada@x.example,Acme, Inc.,TRUE', { suppressedAs: 'unsubscribed' }],
    [
      'Email,Company,Unsubscribed at',
      'ada@x.example,Acme, Inc.,2026-01-01',
      { suppressedAs: 'unsubscribed' },
    ],
    ['Email,Company,Status', 'ada@x.example,Acme, Inc.,Hard bounced', { suppressedAs: 'bounced' }],
    ['Email,Company,Status', 'ada@x.example,Acme, Inc.,Active', {}],
    ['Email,Company,Subscribed', 'ada@x.example,Acme, Inc.,no', { suppressedAs: 'unsubscribed' }],
    ['Status,Email,Company', 'unsubscribed,ada@x.example,Acme, Inc.', { suppressedAs: 'unsubscribed' }],
  ])('%s: %s', (header, line, fields) => {
    expect(read(`${header}\n${line}`)).toEqual({
      people: [['ada@x.example', fields]],
      warnings: ['1 row had more cells than the header line; only the cells up to the address were read.'],
    });
  });

  test('and is refused without a certain address', () => {
    expect(read('first,email,company\na@x.example,b@x.example extra,Acme, Inc.').people).toMatchObject([
      { error: { reason: 'has more cells than the header line' } },
    ]);
  });
});

test('a blocklist reads such rows too', () => {
  const text =
    'email,note,by\na@x.example,"bounced" twice,Ada\nb@x.example,rude, and late,Bob\n"x, y",c@x.example,a,b';
  const rows = [...openBlocklistFile(Buffer.from(text)).rows];
  expect(rows).toMatchObject([
    { value: 'a@x.example', note: '"bounced" twice' },
    { value: 'b@x.example' },
    { value: 'c@x.example', note: 'a' },
  ]);
});
