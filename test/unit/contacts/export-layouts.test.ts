import { describe, expect, test } from 'vitest';
import { openImportFile, type RowResult } from '#lib/contacts/import/rows.ts';
import { layouts } from './export-layouts.ts';

function read(text: string): RowResult[] {
  return [...openImportFile(Buffer.from(text), { tags: [], mapping: undefined }).rows];
}

/** Reads the people of a layout as its tests compare them. */
function peopleOf(rows: readonly RowResult[]) {
  return rows.flatMap((row) =>
    'contact' in row
      ? [[row.contact.email, { ...row.contact, suppressedAs: row.suppressedAs }] as const]
      : [],
  );
}

describe('an export imports without a lost person and without a wrong field:', () => {
  test.each(layouts.map((layout) => [layout.product, layout] as const))('%s', (_, layout) => {
    const rows = read(layout.text);
    const people = peopleOf(rows);
    expect(people.map(([email]) => email)).toEqual(Object.keys(layout.people));
    expect(rows.length - people.length).toBe(layout.withoutAddress ?? 0);
    for (const [email, person] of people) {
      const { suppressedAs, ...fields } = layout.people[email] ?? {};
      expect(person).toMatchObject(fields);
      expect(person.suppressedAs, email).toBe(suppressedAs);
    }
  });

  test.each(layouts.map((layout) => [layout.product, layout] as const))(
    '%s, with its columns in the opposite order',
    (_, layout) => {
      expect(peopleOf(read(layout.mirrored))).toEqual(peopleOf(read(layout.text)));
    },
  );

  test('25 layouts of 20 products', () => {
    expect(layouts.length).toBeGreaterThanOrEqual(25);
    expect(new Set(layouts.map(({ product }) => product.split(',')[0])).size).toBeGreaterThanOrEqual(20);
  });
});
