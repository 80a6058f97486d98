import { describe, expect, test } from 'vitest';
import { openImportFile } from '#lib/contacts/import/rows.ts';

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

function read(cell: string, header = 'Email,Name') {
  const file = openImportFile(Buffer.from(`${header}\n${quoted(cell)},`), {
    tags: [],
    mapping: undefined,
  });
  const [row] = [...file.rows];

  return { address: row && 'contact' in row ? row.contact.email : undefined, warnings: file.warnings() };
}

const rewritten = ['Column «Email»: 1 value was recognised and rewritten.'];

describe('marks around an address are removed, with a warning:', () => {
  test.each([
    ...["'ada@x.example", '*ada@x.example', '=ada@x.example', '-ada@x.example', '+ada@x.example'],
    ...['Ada|ada@x.example', 'Work/ada@x.example', '•ada@x.example', "'*ada@x.example", '- =ada@x.example'],
    ...['ada@x.example*', 'Ada: *ada@x.example'],
  ])('%s', (cell) => {
    expect(read(cell)).toEqual({ address: 'ada@x.example', warnings: rewritten });
  });
});

describe('a legal address is kept:', () => {
  test.each(["o'neil@x.example", 'a+b@x.example', 'a-b=c@x.example', '_ada@x.example', '+4930@fax.example'])(
    '%s',
    (cell) => {
      expect(read(cell)).toEqual({ address: cell, warnings: [] });
    },
  );

  test.each(["'ada", '*ada', 'a/b', 'a|b', '#ada', '+ada'])('%s@x.example of the own export', (local) => {
    const header = 'email,customFields';
    expect(read(`${local}@x.example`, header)).toMatchObject({ address: `${local}@x.example`, warnings: [] });
  });

  test.each(["'+ada", "'=ada", "'-ada"])('%s@x.example with the apostrophe before a formula', (local) => {
    expect(read(`${local}@x.example`)).toEqual({ address: `${local.slice(1)}@x.example`, warnings: [] });
  });
});

test('a row that begins with a number sign is a comment and refused', () => {
  expect(read('#ada@x.example').address).toBeUndefined();
  expect(read('# ada@x.example').address).toBeUndefined();
  expect(read('#1: ada@x.example').address).toBe('ada@x.example');
});

describe('the address in angle brackets is used, not one in the name before it:', () => {
  test.each([
    'bob@y.example <ada@x.example>',
    'ada@old.example (ada@old.example) <ada@x.example>',
    '"bob@y.example" <ada@x.example>',
    "'bob@y.example' via List <ada@x.example>",
  ])('%s', (cell) => {
    expect(read(cell)).toEqual({ address: 'ada@x.example', warnings: [] });
  });

  test.each([
    'ada@x.example, Bob <bob@y.example>',
    'ada@x.example <work>; bob@y.example',
    'Ada <ada@x.example> Bob <bob@y.example>',
    'ada@x.example\nBob <bob@y.example>',
  ])('the first one of a list: %j', (cell) => {
    expect(read(cell)).toEqual({
      address: 'ada@x.example',
      warnings: ['Column «Email»: 1 value was a list; the first element is used.'],
    });
  });
});
