import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mapColumns } from '#lib/contacts/import/csv-columns.ts';

/** The mapping of the named columns after an email column, and the warnings. */
function mapBehindEmail(...names: string[]) {
  const mapping = mapColumns(['email', ...names]);
  if (mapping.kind !== 'mapped') throw new Error(JSON.stringify(mapping));

  return {
    warnings: mapping.warnings,
    columns: mapping.columns.slice(1).map((column) => {
      if ('field' in column) {
        return column.field;
      }

      return 'customField' in column ? `custom ${column.customField}` : 'ignored';
    }),
  };
}

describe('a column is mapped by its usual names:', () => {
  it.each([
    'email',
    'E-Mail',
    'EMAIL',
    ' e_mail ',
    'Email Address',
    'email-address',
    'e‑mail',
    'Ｅｍａｉｌ',
    '\uFEFFemail',
    'Mail',
    ...[
      'E-Mail-Adresse',
      'Adresse e-mail',
      'Courriel',
      'Correo electrónico',
      'E-mailadres',
      'Indirizzo e-mail',
    ],
  ])('«%s» is the email address', (name) => {
    expect(mapColumns([name])).toMatchObject({
      kind: 'mapped',
      columns: [{ index: 0, field: 'email' }],
      alternatives: [],
      suppression: [],
      warnings: [],
    });
  });

  it.each([
    ['firstName', ['First Name', 'first_name', 'FIRSTNAME', 'Given name', 'forename', 'fname']],
    ['lastName', ['Last Name', 'last-name', 'Surname', 'family_name']],
    ['jobTitle', ['Job Title', 'jobtitle', 'Title', 'Position']],
    ['phone', ['Phone', 'Phone Number', 'Tel.', 'mobile phone']],
    ['city', ['City', 'TOWN']],
    ['country', ['Country', 'country_code']],
    [
      'companyName',
      ['Company', 'company_name', 'Company Name', 'Organisation', 'Associated Company', 'Primary Company'],
    ],
    ['website', ['Website', 'URL']],
    ['linkedinUrl', ['LinkedIn URL', 'linkedin']],
    ['timezone', ['Time zone', 'timezone']],
    ['tags', ['Tags', 'labels']],
  ])('%s', (field, names) => {
    expect(names.map((name) => mapBehindEmail(name).columns)).toEqual(names.map(() => [field]));
  });
});

describe('a column is mapped by its usual name in other languages:', () => {
  it.each([
    ['firstName', ['Vorname', 'Prénom', 'PRENOM', 'Pre\u0301nom', 'Nombre', 'Voornaam', 'Nome']],
    ['lastName', ['Nachname', 'Nom', 'Nom de famille', 'Apellidos', 'Achternaam', 'Cognome']],
    ['jobTitle', ['Berufsbezeichnung', 'Fonction', 'Cargo', 'Functie', 'Ruolo']],
    ['phone', ['Telefon', 'Telefonnummer', 'Téléphone', 'Teléfono', 'Telefoon', 'Telefono', 'Cellulare']],
    ['website', ['Webseite', 'Site web', 'Sitio web', 'Sito web']],
    ['city', ['Ort', 'Stadt', 'Ville', 'Ciudad', 'Plaats', 'Città']],
    ['country', ['Land', 'Pays', 'País', 'Paese']],
    [
      'companyName',
      ['Firma', 'Unternehmen', 'Société', "Nom de l'entreprise", 'Empresa', 'Bedrijf', 'Azienda'],
    ],
    ['timezone', ['Zeitzone', 'Fuseau horaire', 'Zona horaria', 'Tijdzone', 'Fuso orario']],
  ])('%s', (field, names) => {
    expect(names.map((name) => mapBehindEmail(name).columns)).toEqual(names.map(() => [field]));
  });

  it.each(['Name', 'Titel', 'Adresse'])('not «%s», which has several meanings', (name) => {
    expect(mapBehindEmail(name).columns).toEqual([`custom ${name.toLowerCase()}`]);
  });
});

describe('further words', () => {
  it.each([
    ...['Last Contact', 'First Contact', 'Lead - Title', 'Company Address', 'Organization - Address'],
    ...['Account Lead', 'Company Contact', 'Account Value', 'Has Phone', 'Is Customer', 'Customer Account'],
    ...[
      'Second Title',
      'Contact Last Contact',
      'Last Contact Person',
      'Country Lead',
      'Website Lead',
      'Address',
    ],
  ])('make «%s» a custom field', (name) => {
    expect(mapBehindEmail(name)).toEqual({ columns: [expect.stringMatching(/^custom /)], warnings: [] });
  });

  it.each([
    ['jobTitle', ['Person - Title', 'Contact: Title', 'Lead Position', 'Organization 1 - Title']],
    ['firstName', ['Contact First', 'Lead first name', 'Prénom contact']],
    [
      'phone',
      ['Phone 1 - Value', 'Work Direct Phone', 'Phone (direct)', 'Customer phone', 'Téléphone contact'],
    ],
    ['companyName', ['Person - Organization', 'Contact Account', 'Default Address Company', 'Lead Company']],
    ['city', ['Address 1 - City', 'Mailing City', 'Default Address City', 'City (primary)']],
    ['website', ['Website 1 - Value', 'Primary Website']],
  ])('do not change the field %s', (field, names) => {
    expect(names.map((name) => mapBehindEmail(name).columns)).toEqual(names.map(() => [field]));
  });

  it.each(['E-mail 2 Address', 'Email contact', 'Home Email Address', 'Email Address (main)'])(
    'do not change the address: «%s»',
    (name) => {
      expect(mapColumns([name])).toMatchObject({ kind: 'mapped' });
    },
  );
});

describe('any other column becomes a custom field with a safe name:', () => {
  it.each([
    ['Company size', 'custom companySize'],
    ['company_size', 'custom companySize'],
    ['companySize', 'custom companySize'],
    ['ICP-Score (%)', 'custom icpScore'],
    ['Größe', 'custom grosse'],
    ['Réf. n°2', 'custom refN2'],
    ['2nd phone', 'custom field2ndPhone'],
    [`${'long '.repeat(30)}`, `custom ${'long'}${'Long'.repeat(30)}`.slice(0, 'custom '.length + 50)],
  ])('«%s»', (name, column) => {
    expect(mapBehindEmail(name)).toEqual({ columns: [column], warnings: [] });
  });

  it.each([
    '__proto__',
    'constructor',
    'Constructor',
    'prototype',
    'hasOwnProperty',
    'to_string',
    '',
    '  ',
    'Компания',
    '???',
  ])('but «%s» is ignored, with a warning', (name) => {
    const { columns, warnings } = mapBehindEmail(name);
    expect(columns).toEqual(['ignored']);
    expect(warnings).toHaveLength(1);
  });

  it('at most 50 of them', () => {
    const { columns, warnings } = mapBehindEmail(...Array.from({ length: 52 }, (_, i) => `score ${i}`));
    expect(columns.slice(0, 50).every((column) => column.startsWith('custom score'))).toBe(true);
    expect(columns.slice(50)).toEqual(['ignored', 'ignored']);
    expect(warnings).toEqual([
      'At most 50 custom fields are read. These columns are ignored: «score 50», «score 51».',
    ]);
  });
});

describe('one of two columns with the same meaning is used, with a warning:', () => {
  it.each([
    [
      ['First Name', 'first_name'],
      ['firstName', 'ignored'],
    ],
    [
      ['Score', 'score'],
      ['custom score', 'ignored'],
    ],
    [['E-Mail'], ['ignored']],
    [['Work Email'], ['custom workEmail']],
    [['Email 2'], ['custom email2']],
    [
      ['Phone', 'Mobile Phone'],
      ['phone', 'custom mobilePhone'],
    ],
    [
      ['Mobile Phone', 'Phone'],
      ['custom mobilePhone', 'phone'],
    ],
  ])('%j', (names, expected) => {
    const { columns, warnings } = mapBehindEmail(...names);
    expect(columns).toEqual(expected);
    expect(warnings).toHaveLength(1);
  });
});

it('identifies columns without a name by their numbers', () => {
  expect(mapBehindEmail('', '  ').warnings).toEqual([
    'Column 2 has no name and is ignored.',
    'Column 3 has no name and is ignored.',
  ]);
});

it('reports a missing email column and lists the columns', () => {
  expect(mapColumns(['Name', 'Stadt'])).toEqual({
    kind: 'unmappable',
    message: 'No email column among: «Name», «Stadt». Name it in mapping, for example {"Kontakt": "email"}.',
  });
  const many = mapColumns(Array.from({ length: 100 }, () => 'x'.repeat(1000)));
  expect(many).toMatchObject({ kind: 'unmappable', message: expect.stringMatching(/ and 80 more\. /) });
  expect('message' in many && many.message.length).toBeLessThan(2000);
});

it('keeps the order of columns and makes every name safe and unique for any header', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('email', 'Phone', '__proto__', 'a b', 'a_b', ''),
  );
  fc.assert(
    fc.property(fc.array(name, { maxLength: 100 }), (names) => {
      const mapping = mapColumns(['email', ...names]);
      const columns = mapping.kind === 'mapped' ? mapping.columns : [];
      const targets = columns.flatMap((column) => ('field' in column ? [column.field] : []));
      const custom = columns.flatMap((column) => ('customField' in column ? [column.customField] : []));
      expect(columns.map(({ index }) => index)).toEqual([...names.keys(), names.length]);
      expect(new Set([...targets, ...custom]).size).toBe(targets.length + custom.length);
      expect(custom.every((field) => /^[A-Za-z][A-Za-z0-9_]{0,49}$/.test(field) && !(field in {}))).toBe(
        true,
      );
    }),
  );
});
