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
  test('overrides the column names; other columns are mapped by name', () => {
    expect(columnsWith({ Kontakt: 'email', 'Full Name': 'firstName', Stufe: 'custom.level' })).toEqual([
      ...['email', 'firstName', true, 'level', true, true],
    ]);
    expect(columnsWith({ 'Full Name': 'ignore' })).toEqual(['kontakt', true, 'email', 'stufe', true, true]);
  });

  test.each(['FULL NAME', 'full_name', 'fullname', ' Full-Name '])('matches the column name «%s»', (name) => {
    expect(columnsWith({ [name]: 'lastName' })[1]).toBe('lastName');
  });

  test('prefers an exact name to similar ones, and matches a name without letters', () => {
    expect(columnsWith({ 'stufe ': 'custom.b', Stufe: 'custom.a' }, ['email', 'Stufe', 'stufe'])).toEqual([
      ...['email', 'a', 'b'],
    ]);
    expect(columnsWith({ '???': 'city' })[4]).toBe('city');
  });

  test('may map a field to another column: the column with the field’s name becomes a custom field', () => {
    expect(columnsWith({ b: 'city' }, ['email', 'city', 'b'])).toEqual(['email', true, 'city']);
  });

  test('makes the file unreadable if it leaves no email column', () => {
    expect(mapColumns(['email', 'a'], { email: 'ignore' })).toMatchObject({ kind: 'unmappable' });
  });

  test('is rejected with all its faults, each with the name of the column', () => {
    expect(faultsOf({ Unknown: 'email', Kontakt: 'firstName', 'Full Name': 'firstName' })).toEqual([
      'mapping.Unknown: the file has no column of this name',
      'mapping.Full Name: firstName is already mapped to another column: "Kontakt"',
    ]);
    expect(faultsOf({ 'e-mail': 'email', 'E Mail': 'custom.other' })).toEqual([
      'mapping.E Mail: names the same column as another name in the mapping',
    ]);
    expect(faultsOf({ Kontakt: 'custom.Level', Stufe: 'custom.level' })).toHaveLength(1);
  });
});

test('the target of a column is a contact field, a custom field or ignore', () => {
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
