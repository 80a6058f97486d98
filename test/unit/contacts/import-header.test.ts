import { describe, expect, test } from 'vitest';
import { openImportFile } from '#lib/contacts/import/rows.ts';

/** What is read of each row: the address and some fields, or the reason of its refusal. */
function read(text: string, mapping?: Record<string, string>) {
  const file = openImportFile(Buffer.from(text), { tags: [], mapping });
  const rows = [...file.rows].map((row) =>
    'contact' in row
      ? [row.contact.email, { ...row.contact, suppressedAs: row.suppressedAs }]
      : ['refused', 'error' in row && row.error.row],
  );

  return { rows, warnings: file.warnings() };
}

describe('the first record is the header, not a person without an address:', () => {
  test.each([
    ['Email ID', 'n/a'],
    ['Emails', ''],
    ['Adres e-mail', 'n/a'],
    ['Kontaktdaten', 'n/a'],
    ['Kontaktdaten', ''],
    ['Kontaktdaten', 'ask Ada'],
  ])('%s: %s', (name, cell) => {
    const { rows } = read(
      `First Name,${name},City,Opted Out\nBob,${cell},Paris,no\nAda,ada@x.example,London,yes`,
    );
    expect(rows).toMatchObject([
      ['refused', 2],
      ['ada@x.example', { firstName: 'Ada', city: 'London', suppressedAs: 'unsubscribed' }],
    ]);
  });

  test.each([
    ['a title', 'Leads of May\nVorname,Kontakt\nAda,ada@x.example'],
    ['a title with delimiters', 'Leads of May,,\nVorname,Kontakt,\nAda,ada@x.example,'],
    ['a title of several cells', 'Leads,2026-05-01\nVorname,Kontakt\nBob,n/a\nAda,ada@x.example'],
    ['no name of the first column', ',Kontakt,Vorname\n0,ada@x.example,Ada'],
    ['more delimiters than the header', 'Vorname,Kontakt\nAda,ada@x.example,,'],
    ['fewer delimiters than the header', 'Vorname,Kontakt,Stadt\nAda,ada@x.example'],
  ])('with %s', (_, text) => {
    expect(read(text).rows.at(-1)).toMatchObject(['ada@x.example', { firstName: 'Ada' }]);
  });
});

describe('a value that is also a name does not make its row the header:', () => {
  test.each([
    ['without a header', 'ada@x.example,Ada,Email\nbob@x.example,Bob,Web'],
    ['below unknown names', 'Kontakt;Kanal\nada@x.example;E-Mail\nbob@x.example;Telefon'],
    ['above the header', 'Email,admin@corp.example\n\nEmail,Vorname\nada@x.example,Ada\nbob@x.example,Bob'],
  ])('%s', (_, text) => {
    expect(read(text).rows.map(([email]) => email)).toEqual(['ada@x.example', 'bob@x.example']);
  });
});

describe('a column of flags does not hide the column of addresses:', () => {
  test.each([
    ['Email,Login\nyes,ada@x.example\nno,bob@x.example', 'Email'],
    ['Kontakt,Has Email,Vorname\nada@x.example,yes,Ada\nbob@x.example,1,Bob', 'Has Email'],
    ['Emails;Kontakt\n12;ada@x.example\n0;bob@x.example', 'Emails'],
  ])('%j', (text, flag) => {
    const { rows, warnings } = read(text);
    expect(rows.map(([email]) => email)).toEqual(['ada@x.example', 'bob@x.example']);
    expect(warnings).toEqual([expect.stringContaining(`«${flag}»`)]);
  });

  test.each([
    'Email,Owner\n,boss@x.example\nada@x.example,boss@x.example',
    'Email,Owner\nada(at)x,boss@x.example\nada@x.example,boss@x.example',
    'Has Email,Owner\nno,boss@x.example\nada@x.example,boss@x.example',
  ])('but a person without an address does not get another one: %j', (text) => {
    expect(read(text).rows.map(([email]) => email)).toEqual(['refused', 'ada@x.example']);
  });

  test('nor if no person has an address', () => {
    expect(read('Has Email,Owner\nno,boss@x.example').rows).toEqual([['refused', 2]]);
  });
});

test('a column of statuses in a file without a header is a status', () => {
  const rows = (text: string) => [
    ...openImportFile(Buffer.from(text), { tags: [], mapping: undefined }).rows,
  ];
  expect(rows('ada@x.example,Ada,active\nbob@x.example,Bob,unsubscribed')).toMatchObject([
    { contact: { customFields: { column2: 'Ada', status: 'active' } } },
    { suppressedAs: 'unsubscribed' },
  ]);
  expect(rows('ada@x.example,ok,bounced')).toMatchObject([{ suppressedAs: 'bounced' }]);
  expect(rows('ada@x.example,Ada,met at a talk about unsubscribe links')).not.toHaveProperty(
    '0.suppressedAs',
  );
});
