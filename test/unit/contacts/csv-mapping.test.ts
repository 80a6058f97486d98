import { describe, expect, test } from 'vitest';
import { mapColumns } from '#lib/contacts/import/csv-columns.ts';
import { ColumnTarget, contactColumns } from '#lib/contacts/import/csv-mapping.ts';

const header = ['Kontakt', 'Full Name', 'E-Mail', 'Stufe', '???', 'stufe '];

function columnsWith(mapping: Record<string, string>, names = header) {
  const mapped = mapColumns(names, mapping);
  if (mapped.kind !== 'mapped') throw new Error(JSON.stringify(mapped));

  return mapped.columns.map(({ index: _, ...column }) => Object.values(column)[0]);
}

function faultsOf(mapping: Record<string, string>): string[] {
  const mapped = mapColumns(header, mapping);

  return mapped.kind === 'mismatched' ? mapped.faults.map(({ path, message }) => `${path}: ${message}`) : [];
}

describe('a mapping', () => {
  test('goes before what a column is called, and what it does not name is found as ever', () => {
    expect(columnsWith({ Kontakt: 'email', 'Full Name': 'firstName', Stufe: 'custom.level' })).toEqual([
      ...['email', 'firstName', true, 'level', true, true],
    ]);
    expect(columnsWith({ 'Full Name': 'ignore' })).toEqual(['kontakt', true, 'email', 'stufe', true, true]);
  });

  test.each(['FULL NAME', 'full_name', 'fullname', ' Full-Name '])('knows a column as «%s» too', (name) => {
    expect(columnsWith({ [name]: 'lastName' })[1]).toBe('lastName');
  });

  test('means the very column that is called so, where others are called alike, and one without letters', () => {
    expect(columnsWith({ 'stufe ': 'custom.b', Stufe: 'custom.a' }, ['email', 'Stufe', 'stufe'])).toEqual([
      ...['email', 'a', 'b'],
    ]);
    expect(columnsWith({ '???': 'city' })[4]).toBe('city');
  });

  test('may take a field from a column that has its name: that one becomes a custom field', () => {
    expect(columnsWith({ b: 'city' }, ['email', 'city', 'b'])).toEqual(['email', true, 'city']);
  });

  test('makes the file unreadable when it takes the address away', () => {
    expect(mapColumns(['email', 'a'], { email: 'ignore' })).toMatchObject({ kind: 'unmappable' });
  });

  test('is refused with everything that is wrong with it, each by the name of the column', () => {
    expect(faultsOf({ Nobody: 'email', Kontakt: 'firstName', 'Full Name': 'firstName' })).toEqual([
      'mapping.Nobody: the file has no column of this name',
      'mapping.Full Name: firstName is filled by another column: "Kontakt"',
    ]);
    expect(faultsOf({ 'e-mail': 'email', 'E Mail': 'custom.other' })).toEqual([
      'mapping.E Mail: names a column that another name in the mapping stands for',
    ]);
    expect(faultsOf({ Kontakt: 'custom.Level', Stufe: 'custom.level' })).toHaveLength(1);
  });
});

test('a column may become any field of a contact, a custom field, or nothing; anything else is no target', () => {
  const good = [...contactColumns, 'ignore', 'custom.a', `custom.${'a'.repeat(50)}`, 'custom.under_score1'];
  const bad = [
    '',
    'Email',
    'id',
    'status',
    'companyId',
    'custom.',
    'custom.1a',
    'custom.a b',
    'custom.__proto__',
  ];

  expect(good.filter((target) => !ColumnTarget.safeParse(target).success)).toEqual([]);
  expect(
    [...bad, `custom.${'a'.repeat(51)}`].filter((target) => ColumnTarget.safeParse(target).success),
  ).toEqual([]);
});
