import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Contact, type StoredContact } from '#lib/contacts/contact.ts';
import { openImportFile } from '#lib/contacts/import/rows.ts';
import { importedChanges } from '#lib/contacts/import/update.ts';
import type { StoredExport } from '#lib/exports/items.ts';
import { rowWriter } from '#lib/exports/rows.ts';
import { newId } from '#lib/values/ids.ts';
import { csvLine, removeFormulaGuards } from '#lib/values/text/csv.ts';
import { toSingleLine } from '#lib/values/text/single-line.ts';

const contacts = 1000;

const text = fc
  .oneof(
    fc.stringMatching(/^[ -~éßłñ]{1,20}$/),
    fc.constantFrom(
      '007',
      '+49 30 1',
      '-',
      '=1+1',
      "'=1+1",
      '"quoted"',
      'a;b,c|d',
      'a\nb',
      'N/A',
      '1e5',
      'a;=1',
      "a;'=1",
      '=1; "-2"',
      'a\t+1',
      'a\r\n\r\n@b',
      '@ada',
      'Null',
    ),
  )
  .map((value) => value.trim())
  .filter((value) => value !== '' && !value.includes(':::'));
const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 2 });
const customValue = fc.oneof(
  text,
  fc.integer(),
  fc.integer({ min: -9999, max: 9999 }).map((value) => value / 100),
  fc.boolean(),
);
const address = fc.stringMatching(/^[a-z0-9+'=_-]{1,10}$/);

const contact = fc
  .record({
    firstName: orNull(text),
    lastName: orNull(text),
    jobTitle: orNull(text),
    phone: orNull(text),
    linkedinUrl: orNull(fc.constantFrom('https://www.linkedin.com/in/ada', 'https://x.example/ada')),
    website: orNull(fc.constantFrom('https://www.linkedin.com/in/bob', 'https://acme.example/?a=1,2;3')),
    city: orNull(text),
    country: orNull(fc.constantFrom('DE', 'NA', 'NO', 'US')),
    timezone: orNull(fc.constantFrom('Europe/Berlin', 'UTC')),
    externalId: orNull(text),
    tags: fc.uniqueArray(text, { maxLength: 4 }),
    customFields: fc.dictionary(
      fc.constantFrom('plan', 'Plan', 'score', 'x_1', 'country', 'company', 'customFields'),
      fc.oneof(customValue, fc.constant(null)),
    ),
    status: fc.constantFrom('active', 'unsubscribed', 'bounced', 'blocklisted'),
  })
  .map((fields) =>
    Contact.parse({
      ...fields,
      id: newId('con', 0),
      email: 'x@x.example',
      companyId: null,
      source: 'api',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    }),
  );

const stored = {
  type: 'contacts',
  format: 'csv',
  customFields: ['plan', 'score'],
} as unknown as StoredExport;

type Table = string[][];
/** What programs do to a file when it is opened and saved. */
const spreadsheets: Readonly<Record<string, (table: Table) => string>> = {
  'as it is': (table) => write(table, ',', '\r\n', '\ufeff'),
  'with semicolons': (table) => write(table, ';', '\r\n', '\ufeff'),
  'with tabs, without a byte order mark': (table) => write(table, '\t', '\n', ''),
  'without the apostrophes before formulas': (table) =>
    write(
      table.map((cells) => cells.map((cell) => (/^'[=+\-@]/.test(cell) ? cell.slice(1) : cell))),
      ';',
      '\n',
      '',
    ),
};

function write(table: Table, delimiter: string, lineEnd: string, mark: string): string {
  const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

  return mark + table.map((cells) => cells.map(quote).join(delimiter)).join(lineEnd);
}

function exportTable(all: readonly Contact[]): Table {
  const writer = rowWriter(stored);

  return parse(writer.header + all.map(writer.write).join(''), { bom: true });
}

/** The fields that an import of the table would change, by address. */
function changesOf(all: readonly Contact[], table: Table, save: (table: Table) => string) {
  const rows = [...openImportFile(Buffer.from(save(table)), { tags: [], mapping: undefined }).rows];
  expect(rows).toHaveLength(all.length);

  return rows.map((row, at) => {
    const before = all[at] as StoredContact;
    if (!('contact' in row)) throw new Error(JSON.stringify([row, before]));
    expect(row.address).toBe(before.email);
    expect(row.suppressedAs ?? 'active').toBe(before.status);
    const changes = Object.entries(importedChanges(before, row.contact));

    return Object.fromEntries(
      changes.filter(([name, value]) => {
        const old: unknown = Reflect.get(before, name);

        return JSON.stringify(sorted(value)) !== JSON.stringify(sorted(old));
      }),
    );
  });
}

const sorted = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
    : value;

const sample = fc
  .sample(fc.tuple(contact, address), { numRuns: contacts, seed: 20_261_128 })
  .map(([each, local], at): Contact => ({ ...each, email: `${local}${at}@x.example` }));

test.each(Object.entries(spreadsheets))(
  `an export of ${contacts} contacts, saved %s, changes nothing`,
  (name, save) => {
    const all = name.startsWith('without the apostrophes')
      ? sample.filter((each) => !/(^|"|;)'/.test(JSON.stringify(each)) && !/"'/.test(JSON.stringify(each)))
      : sample;
    expect(all.length).toBeGreaterThan(contacts / 2);
    const changed = changesOf(all, exportTable(all), save);
    expect(changed.filter((changes) => Object.keys(changes).length > 0)).toEqual([]);
  },
);

describe('a cell that a spreadsheet rewrites', () => {
  const readEdited = (value: string | number | boolean, cell: string) => {
    const all = [{ ...(sample[0] as Contact), phone: '01712345678', customFields: { plan: value } }];
    const [header = [], row = []] = exportTable(all);
    const edited = row.map((each, at) => {
      if (header[at] === 'phone') return '1712345678';

      return header[at] === 'customFields.plan' ? cell : each;
    });

    return changesOf(all, [header, edited], (table) => write(table, ';', '\r\n', '\ufeff'))[0];
  };

  test.each([
    ...([
      [true, 'TRUE'],
      [true, 'WAHR'],
      [false, 'FAUX'],
      ['true', 'VERO'],
    ] as const),
    ...([
      ['123456789012', '1.23457E+11'],
      [123_456_789_012, '1,23457E+11'],
      ['01067', '1067'],
      ['007', '7'],
    ] as const),
  ])('is not edited: %j as %s', (value, cell) => {
    expect(readEdited(value, cell)).toEqual({});
  });

  test.each([
    ...([
      [true, 'FALSE'],
      ['true', 'truly'],
      ['123456789012', '1.23458E+11'],
      ['01067', '1068'],
      ['a', ''],
    ] as const),
  ])('differs from an edited one: %j as %s', (value, cell) => {
    const customFields = cell === '' ? undefined : { plan: cell };
    expect(readEdited(value, cell)).toEqual(customFields ? { customFields } : {});
  });
});

const hostileText = fc
  .array(
    fc.constantFrom(
      '=1',
      '+',
      '-',
      '@',
      '＝',
      ';',
      ',',
      '\t',
      '\n',
      '\r',
      '"',
      "'",
      ' ',
      '\u00a0',
      '\u2028',
      'x',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

test.each([
  [',', '"'],
  [';', '"'],
  [';', null],
  ['\t', '"'],
  ['\t', null],
] as const)(
  'an export read with %j between cells and quotes %j has no formulas and no more lines',
  (delimiter, quote) => {
    fc.assert(
      fc.property(fc.array(hostileText, { minLength: 1, maxLength: 6 }), (texts) => {
        const [firstName = '', ...others] = texts;
        const all = [
          { ...(sample[0] as Contact), firstName, tags: others, customFields: { plan: firstName } },
          { ...(sample[1] as Contact), lastName: firstName },
        ];
        const writer = rowWriter(stored);
        const file = writer.header + all.map(writer.write).join('');
        expect(file.split(/[\r\n\u2028]+/)).toHaveLength(4);
        const cells: string[][] = parse(file, {
          bom: true,
          delimiter,
          quote,
          relax_quotes: true,
          relax_column_count: true,
        });
        // Programs ignore spaces before a formula, and a lenient one may ignore quotes.
        expect(cells.flat().filter((cell) => /^["\s]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
      }),
    );
  },
);

test('an import removes exactly the apostrophes that an export inserts', () => {
  fc.assert(
    fc.property(hostileText, (hostile) => {
      const [[cell = '']] = parse(csvLine([hostile])) as [string[]];

      return removeFormulaGuards(cell) === toSingleLine(hostile);
    }),
  );
});

test('a text with line breaks is exported as one line, which an import does not write back', () => {
  const before = {
    ...(sample[0] as StoredContact),
    city: 'New\nYork',
    customFields: { note: 'a\r\n\tb', plan: 'x\ny' },
  };
  const row = (city: string, note: string, plan: string) =>
    importedChanges(before, { ...before, city, customFields: { note, plan }, tags: [] } as never);

  expect(row('New York', 'a b', 'x y')).toMatchObject({ customFields: before.customFields });
  expect(row('New York', 'a b', 'x y')).not.toHaveProperty('city');
  expect(row('New  York', 'a c', 'x y')).toMatchObject({
    city: 'New  York',
    customFields: { note: 'a c', plan: 'x\ny' },
  });
});

test.each(Object.entries(spreadsheets).slice(0, 3))(
  'an edited export, saved %s, changes exactly what was edited',
  (_, save) => {
    const table = exportTable(sample);
    const column = (name: string) => table[0]?.indexOf(name) ?? -1;
    const edited = table.map((cells, at) => {
      if (at === 0) return cells;
      const edits = [
        ['firstName', 'Edited'],
        ['customFields.plan', 'edited'],
        ['phone', '0049'],
        ['country', 'France'],
      ] as const;
      const [name, value] = edits[at % edits.length] ?? edits[0];

      return cells.with(column(name), value);
    });
    const changed = changesOf(sample, edited, save);
    for (const [at, changes] of changed.entries()) {
      const before = sample[at];
      const expected = [
        { firstName: 'Edited' },
        { customFields: { ...before?.customFields, plan: 'edited' } },
        before?.phone === '0049' ? {} : { phone: '0049' },
        { country: 'FR', customFields: { ...before?.customFields, country: 'France' } },
      ][(at + 1) % 4];
      expect(changes).toEqual(expected);
    }
  },
);
