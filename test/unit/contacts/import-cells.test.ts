import { describe, expect, test } from 'vitest';
import { Contact } from '#lib/contacts/contact.ts';
import { serviceColumns } from '#lib/contacts/import/cells/own-export.ts';
import { contactColumns } from '#lib/contacts/import/csv-mapping.ts';
import { openImportFile } from '#lib/contacts/import/rows.ts';
import { Country } from '#lib/values/profile.ts';

function read(text: string | Uint8Array, mapping?: Record<string, string>) {
  const table = openImportFile(Buffer.from(text), { tags: [], mapping });
  const rows = [...table.rows];

  return {
    contacts: rows.flatMap((row) => ('contact' in row ? [row.contact] : [])),
    suppressed: rows.flatMap((row) => ('contact' in row ? [row.suppressedAs ?? 'active'] : [])),
    errors: rows.flatMap((row) => ('error' in row ? [row.error] : [])),
    warnings: table.warnings(),
  };
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The contact of a row with one cell below an address. */
const readCell = (column: string, cell: string) => {
  const { contacts, warnings } = read(`email,${column}\nada@x.example,${quoted(cell)}`);
  expect(contacts, `${column}: ${cell.slice(0, 40)}`).toHaveLength(1);

  return { contact: contacts[0], warnings };
};

describe('an address is enough: a cell that is not valid', () => {
  test.each([
    ['first name', 'firstName', 100],
    ['last name', 'lastName', 100],
    ['job title', 'jobTitle', 200],
    ['city', 'city', 100],
    ['company', 'companyName', 200],
  ])('is cut: %s', (column, field, length) => {
    expect(readCell(column, 'x'.repeat(3000))).toMatchObject({
      contact: { [field]: 'x'.repeat(length) },
      warnings: expect.arrayContaining([`Column «${column}»: 1 value was too long and cut.`]),
    });
    expect(readCell(column, '😀'.repeat(300)).contact).toMatchObject({
      [field]: '😀'.repeat(length / 2),
    });
  });

  test('is cut: tags, and values of custom fields', () => {
    const { contact, warnings } = readCell('tags', `${'x'.repeat(60)},${'t,'.repeat(60)}b`);
    expect(contact?.tags).toEqual(['x'.repeat(50), 't', 'b']);
    expect(warnings).toHaveLength(1);
    const many = Array.from({ length: 60 }, (_, at) => `t${at}`);
    expect(readCell('tags', many.join()).contact?.tags).toEqual(many.slice(0, 50));
    expect(readCell('plan', 'y'.repeat(70_000)).contact?.customFields).toEqual({ plan: 'y'.repeat(1000) });
  });

  test.each([
    ['website', 'N/A'],
    ['website', '-'],
    ['website', 'none'],
    ['website', '#N/A'],
    ['linkedin', 'n/a'],
    ['time zone', 'Unknown'],
    ['phone', '--'],
    ['first name', 'N/A'],
    ['country', 'null'],
  ])('is read as empty: %s %s', (column, cell) => {
    const { contact, warnings } = readCell(column, cell);
    expect(contact).toMatchObject({
      website: null,
      linkedinUrl: null,
      timezone: null,
      phone: null,
      firstName: null,
      country: null,
      customFields: {},
    });
    expect(warnings).toEqual([`Column «${column}»: 1 value was read as empty.`]);
  });

  test('is kept if it is the code of a country, also Namibia and Norway', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const pairs = letters.flatMap((first) => letters.map((second) => first + second));
    const codes = pairs.filter((pair) => Country.safeParse(pair).data === pair);
    const { contacts, warnings } = read(
      ['email,country', ...codes.map((code) => `${code}@x.example,${code}`)].join('\n'),
    );

    expect(codes.length).toBeGreaterThan(240);
    expect(contacts.map(({ country }) => country)).toEqual(codes);
    expect(warnings).toEqual([]);
  });

  test('is kept if it is a name of a person', () => {
    expect(readCell('last name', 'Null').contact?.lastName).toBe('Null');
    expect(readCell('first name', 'Na').contact?.firstName).toBe('Na');
  });

  test.each([
    ['America/New York', 'America/New_York'],
    ['europe_slash_berlin', 'europe/berlin'],
    ['america_slash_new_york', 'america/new_york'],
    ['(GMT+01:00) Berlin', 'Europe/Berlin'],
    ['(GMT+01:00) Amsterdam, Berlin, Bern, Rome', 'Europe/Amsterdam'],
    ['(UTC-05:00) Eastern Time (US & Canada)', 'America/New_York'],
    ['Pacific Standard Time', 'America/Los_Angeles'],
    ['Europe/Berlin (CET)', 'Europe/Berlin'],
    ['UTC+1', 'Etc/GMT-1'],
    ['GMT -05:00', 'Etc/GMT+5'],
    ['(UTC+00:00)', 'UTC'],
    ['berlin', 'Europe/Berlin'],
  ])('is recognised: the time zone %s', (cell, timezone) => {
    expect(readCell('time zone', cell)).toMatchObject({
      contact: { timezone, customFields: {} },
      warnings: ['Column «time zone»: 1 value was recognised and rewritten.'],
    });
  });

  test.each([
    ['linkedin', 'linkedinUrl', 'in/ada', 'https://www.linkedin.com/in/ada'],
    ['website', 'website', 'acme.com, acme.de', 'https://acme.com'],
    ['website', 'website', 'http//acme.com', 'https://acme.com'],
    ['phone', 'phone', `+49 30 1234567, ${'+49 170 7654321 '.repeat(4)}`, '+49 30 1234567'],
    ['first name', 'firstName', 'JULIA', 'Julia'],
    ['first name', 'firstName', 'MARIA-JOSÉ', 'Maria-José'],
    ['first name', 'firstName', 'AJ', 'AJ'],
    ['first name', 'firstName', '𝐉𝐔𝐋𝐈𝐀', '𝐉𝐔𝐋𝐈𝐀'],
    ['last name', 'lastName', "O'NEIL", "O'Neil"],
    ['last name', 'lastName', 'McDONALD', 'McDONALD'],
    ['country', 'country', 'Germany', 'DE'],
    ['country', 'country', 'Côte d’Ivoire', 'CI'],
    ['country', 'country', 'Vereinigte Staaten', 'US'],
    ['country', 'country', 'The Netherlands', 'NL'],
    ['url', 'linkedinUrl', 'https://www.linkedin.com/in/ada', 'https://www.linkedin.com/in/ada'],
  ])('is recognised: %s %s %s', (column, field, cell, value) => {
    expect(readCell(column, cell).contact).toMatchObject({ [field]: value });
  });

  test.each([
    ['website', 'website', 'ask Ada'],
    ['linkedin', 'linkedinUrl', 'ada'],
    ['time zone', 'timezone', 'Mars/Olympus'],
    ['phone', 'phone', '1'.repeat(51)],
    ['country', 'country', 'Atlantis'],
  ])('is kept as a custom field: %s', (column, field, cell) => {
    expect(readCell(column, cell).contact).toMatchObject({ [field]: null, customFields: { [field]: cell } });
  });

  test.each([
    ...['BST', 'AST', 'ACT', 'NST', 'SST', 'CST', 'San Juan'],
    ...[
      'Eastern Standard Time (Queensland)',
      'Eastern Standard Time (Australia)',
      'Central Standard Time (Mexico)',
    ],
  ])('is kept as a custom field, not as another zone: %s', (cell) => {
    expect(readCell('time zone', cell)).toMatchObject({
      contact: { timezone: null, customFields: { timezone: cell } },
      warnings: ['Column «time zone»: 1 value was not valid for the field and kept as a custom field.'],
    });
  });

  test.each([
    ['website', 'website', ['info@acme.example', 'https://ada:x@acme.example']],
    ['linkedin', 'linkedinUrl', ['ada.lovelace', 'https://x.example/in/ada', 'notlinkedin.com/in/ada']],
    ['phone', 'phone', ['4.91711E+11', '4,91711E+11', '#########', 'yes', 'TRUE']],
    ['role', 'jobTitle', ['true', '1', 'Mr.', 'Prof. Dr.', 'Frau', '12.5']],
  ])('is kept as a custom field, although it could be stored: %s', (column, field, cells) => {
    for (const cell of cells)
      expect(readCell(column, cell)).toMatchObject({
        contact: { [field]: null, customFields: { [field]: cell } },
        warnings: [`Column «${column}»: 1 value was not valid for the field and kept as a custom field.`],
      });
  });

  test.each([
    ['website', 'website', 'acme.example;foo.example', 'https://acme.example'],
    ['website', 'website', 'ada@acme.example, acme.example', 'https://acme.example'],
    ['website', 'website', 'bücher.example:8080/a@b', 'https://bücher.example:8080/a@b'],
    ['linkedin', 'linkedinUrl', 'https://de.linkedin.com/in/ada', 'https://de.linkedin.com/in/ada'],
    ['phone', 'phone', '491711234567.0', '491711234567'],
    ['phone', 'phone', '+49.30.0', '+49.30.0'],
    ['role', 'jobTitle', 'Dr. of Physics', 'Dr. of Physics'],
    ['role', 'jobTitle', 'Mr. 1', null],
    ['first name', 'firstName', '="Ada"', 'Ada'],
    ['first name', 'firstName', '="Ada ""the"" L"', 'Ada "the" L'],
    ['first name', 'firstName', '\'="Ada"', '="Ada"'],
    ['phone', 'phone', '="+49 30 1"', '+49 30 1'],
    ['time zone', 'timezone', 'CET', 'CET'],
    ['time zone', 'timezone', 'Japan', 'Japan'],
    ['time zone', 'timezone', 'EST', 'America/New_York'],
    ['time zone', 'timezone', 'Buenos Aires', 'America/Buenos_Aires'],
    ['time zone', 'timezone', '(GMT-08:00) Pacific Time (US & Canada); Tijuana', 'America/Los_Angeles'],
  ])('is read: %s %s %s', (column, field, cell, value) => {
    expect(readCell(column, cell).contact).toMatchObject({ [field]: value });
  });

  test('is unchanged in an export of this service', () => {
    const { contacts } = read('email,jobTitle,phone,timezone,customFields\na@x.example,Mr.,yes,BST,');
    expect(contacts).toMatchObject([{ jobTitle: 'Mr.', phone: 'yes', timezone: 'BST', customFields: {} }]);
  });

  test('never takes the place of a custom field of the file', () => {
    const { contacts } = read('email,website,custom.website\na@x.example,ask Ada,other');
    expect(contacts[0]).toMatchObject({ website: null });
  });
});

describe('a cell with an address and other characters is read:', () => {
  test.each([
    'Ada Lovelace <ada@x.example>',
    '"Lovelace, Ada" <ada@x.example>',
    'mailto:ada@x.example',
    'mailto:ada@x.example?subject=Hello',
    'ada@x.example,',
    'ada@x.example;',
    'ada@x.example.',
    '<ada@x.example>',
    '\u200bada@x.example\u200b',
    'ada@x.\u00adexample',
    '\u00a0ada@x.example\u00a0',
    '\u2068ada@x.example\u2069',
    "'ada@x.example'",
    'ada＠x.example',
    'ada@x.example; grace@x.example',
    'Email: ada@x.example',
  ])('%s', (cell) => {
    expect(read(`email,name\n${quoted(cell)},A`).contacts).toMatchObject([{ email: 'ada@x.example' }]);
  });

  test('without the apostrophe of a spreadsheet', () => {
    expect(read("email,phone\n'+ada@x.example,'+49 30 1").contacts).toMatchObject([
      { email: '+ada@x.example', phone: '+49 30 1' },
    ]);
  });

  test('and a refused cell shows an invisible character by its code', () => {
    expect(read('email\n\u0430da@x.example\nada@x\nada').errors).toEqual([
      {
        row: 2,
        email: '\u0430da@x.example',
        field: 'email',
        reason: 'must be one email address; it has the character U+0430',
      },
      { row: 3, email: 'ada@x', field: 'email', reason: 'must be one email address' },
      { row: 4, email: 'ada', field: 'email', reason: 'must be one email address' },
    ]);
  });
});

describe('the header is found', () => {
  test.each([
    ['below a title', 'Leads of May\nname,email\nAda,ada@x.example'],
    ['below a title with delimiters', 'Leads of May,,\n,,\nname,email,x\nAda,ada@x.example,'],
    ['by its column of addresses', 'name,Kontakt\nAda,ada@x.example\nGrace,grace@x.example'],
    ['not needed for a list of addresses', 'ada@x.example\ngrace@x.example\n'],
    ['not needed for a list of names and addresses', 'Ada Lovelace <ada@x.example>\nGrace <grace@x.example>'],
    ['not needed for columns with addresses', 'Ada;ada@x.example;London\n;grace@x.example;'],
    ['not needed below blank lines', '\n\nada@x.example,Ada'],
  ])('%s', (_, text) => {
    const { contacts, errors } = read(text);
    expect(contacts[0]?.email).toBe('ada@x.example');
    expect(errors).toEqual([]);
  });

  test('without a header, other columns become custom fields, with a warning', () => {
    const { contacts, warnings } = read('Ada;ada@x.example;London\n;grace@x.example;');
    expect(contacts.map(({ email, customFields }) => [email, customFields])).toEqual([
      ['ada@x.example', { column1: 'Ada', column3: 'London' }],
      ['grace@x.example', {}],
    ]);
    expect(warnings).toEqual(['The file has no header line: the column with the addresses was found.']);
  });

  test('and a header that is repeated in joined files is skipped', () => {
    const { contacts, errors, warnings } = read('email,name\na@x.example,A\n\ufeffemail,name\nb@x.example,B');
    expect(contacts.map(({ email }) => email)).toEqual(['a@x.example', 'b@x.example']);
    expect(errors).toEqual([]);
    expect(warnings).toEqual(['1 row repeated the header line: skipped.']);
  });
});

describe('of several columns for one field', () => {
  test.each([
    [['Personal Email', 'Work Email'], 'Work Email'],
    [['Other Email', 'Home Email'], 'Home Email'],
    [['Secondary Email', 'Email'], 'Email'],
    [['E-mail 2', 'E-mail 1'], 'E-mail 1'],
    [['Email (private)', 'Email (work)'], 'Email (work)'],
    [['E-Mail privat', 'E-Mail geschäftlich'], 'E-Mail geschäftlich'],
  ])('%j: the preferred one is used', (names, preferred) => {
    const cells = names.map((name) => (name === preferred ? 'right@x.example' : 'wrong@x.example'));
    const files = [
      [names.join(), cells.join()],
      [names.toReversed().join(), cells.toReversed().join()],
    ];
    for (const file of files)
      expect(read(file.join('\n')).contacts).toMatchObject([{ email: 'right@x.example' }]);
  });

  test('the next one is used if it is empty or has no address', () => {
    const { contacts } = read('work email,home email\n,a@x.example\nnone,b@x.example');
    expect(contacts.map(({ email }) => email)).toEqual(['a@x.example', 'b@x.example']);
  });
});

describe('a column that says that a person wants no email suppresses:', () => {
  test.each([
    ['Status', 'unsubscribed', 'unsubscribed'],
    ['Unsubscribed', 'yes', 'unsubscribed'],
    ['Opt-out', '1', 'unsubscribed'],
    ['Do not contact', 'TRUE', 'unsubscribed'],
    ['Email Opt Out', 'x', 'unsubscribed'],
    ['hs_email_optout', 'true', 'unsubscribed'],
    ['UNSUB_TIME', '2024-01-02 03:04:05', 'unsubscribed'],
    ['CLEAN_TIME', '2024-01-02 03:04:05', 'bounced'],
    ['Status', 'Hard Bounced', 'bounced'],
    ['Email status', 'Bounced', 'bounced'],
    ['BLOCKLISTED', 'Yes', 'blocklisted'],
    ['Subscribed', 'No', 'unsubscribed'],
    ['Abgemeldet', 'ja', 'unsubscribed'],
    ['Unsubscribed', 'no', 'active'],
    ['Unsubscribed', '', 'active'],
    ['Unsubscribed', 'FALSE', 'active'],
    ['Unsubscribe Date', '0000-00-00', 'active'],
    ['Subscribed', '', 'active'],
    ['Subscribed', '2024-01-02', 'active'],
    ['Status', 'Active', 'active'],
    ['Status', 'Completed', 'active'],
    ['Status', 'Replied', 'active'],
    ['Campaign status', 'unsubscribed', 'active'],
    ['State', 'Berlin', 'active'],
    ['Bounce rate', '5', 'active'],
    ['SMS opt out', 'yes', 'active'],
  ])('%s: %s is %s', (column, cell, status) => {
    const { suppressed, warnings } = read(`email,${column}\na@x.example,${cell}`);
    expect(suppressed).toEqual([status]);
    expect(warnings).toEqual(
      status === 'active'
        ? []
        : [
            `Column «${column}»: 1 value was a sign that the contact must get no email; the contact is suppressed.`,
          ],
    );
  });

  test('also with another target in the mapping, but not if the column is ignored', () => {
    const file = 'email,Status\na@x.example,unsubscribed';
    expect(read(file, { Status: 'custom.state' }).suppressed).toEqual(['unsubscribed']);
    expect(read(file, { Status: 'ignore' }).suppressed).toEqual(['active']);
  });
});

describe('custom fields', () => {
  const wide = (cells: (column: number) => string) => {
    const columns = Array.from({ length: 90 }, (_, at) => at);

    return `email,${columns.map((at) => `p${at}`).join()}\na@x.example,${columns.map(cells).join()}`;
  };

  test('empty columns take no place of others', () => {
    const { contacts, warnings } = read(wide((column) => (column % 2 === 0 ? '' : 'x')));
    expect(Object.keys(contacts[0]?.customFields ?? {})).toHaveLength(45);
    expect(warnings).toEqual([]);
  });

  test('the first 50 are read; the others have one warning', () => {
    const { contacts, warnings } = read(wide(() => 'x'));
    expect(Object.keys(contacts[0]?.customFields ?? {})).toHaveLength(50);
    expect(warnings).toEqual([expect.stringMatching(/^At most 50 .*«p50», .* and 20 more\.$/)]);
  });

  test('a JSON object adds its fields', () => {
    const { contacts } = read(
      `email,custom_fields,Plan\na@x.example,${quoted('{"Plan":"a","seats":5,"a b":[1]}')},`,
    );
    expect(contacts[0]?.customFields).toEqual({ Plan: 'a', seats: 5, aB: '[1]' });
  });
});

test('a text with a few broken characters keeps all others', () => {
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));
  const names = (file: Buffer) => read(file).contacts.map(({ firstName }) => firstName);
  const rows = 'email,first name\na@x.example,José\nb@x.example,Zoë\nc@x.example,Łukasz\nd@x.example,Ann';
  expect(names(bytes(rows, [0xe9], 'e\n'))).toEqual(['José', 'Zoë', 'Łukasz', 'Année']);
  expect(names(bytes(rows, [0xc3], '\ne@x.example,Eve'))).toEqual(['José', 'Zoë', 'Łukasz', 'Ann', 'Eve']);
  expect(names(bytes('\ufeffemail,first name\na@x.example,Jos', [0xe9], '\nb@x.example,Zoë'))).toEqual([
    'José',
    'Zoë',
  ]);
  expect(names(bytes('email,first name\na@x.example,Jos', [0xe9], '\n\ufeffb@x.example,Zoë\n'))).toEqual([
    'José',
    'Zoë',
  ]);
  const utf16 = Buffer.from(`\ufeff${rows}\n`, 'utf16le');
  expect(names(Buffer.concat([utf16, Buffer.from([0x41])]))).toEqual(['José', 'Zoë', 'Łukasz', 'Ann']);
});

test('the columns that only the service sets are known', () => {
  const settable: readonly string[] = [...contactColumns, 'customFields'];
  // Exports do not have the company of a contact.
  const service = Object.keys(Contact.shape).filter((name) => !['company', ...settable].includes(name));
  expect(serviceColumns).toEqual(expect.arrayContaining(service));
});
