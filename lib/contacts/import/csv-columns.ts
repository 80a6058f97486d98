import {
  type ContactColumn,
  type MappedColumn,
  normaliseColumnName,
  type RequestedColumns,
  requestedColumns,
} from '#lib/contacts/import/csv-mapping.ts';
import type { ProblemDetail } from '#lib/values/problem.ts';
import { customFieldsMax, toCustomFieldName } from '#lib/values/profile.ts';

/** `unmappable`: no column has addresses. `mismatched`: the header does not fit the requested mapping. */
export type ColumnMapping =
  | { kind: 'mapped'; columns: MappedColumn[]; warnings: string[] }
  | { kind: 'unmappable'; message: string }
  | { kind: 'mismatched'; faults: ProblemDetail[] };

/**
 * Column names of other products' exports in English, German, French, Spanish, Dutch and Italian, without case, accents,
 * spaces and punctuation. A name with several meanings is not in the list, such as the German «Titel».
 */
const columnNamesByField: ReadonlyArray<readonly [ContactColumn, ...string[]]> = [
  [
    'email',
    'email emailaddress mail mailaddress workemail businessemail primaryemail contactemail',
    'emailadresse mailadresse adresseemail adressemail adresseelectronique courriel',
    'correo correoelectronico emailadres mailadres indirizzoemail indirizzomail postaelettronica',
  ],
  ['firstName', 'firstname givenname forename first fname', 'vorname prenom nombre voornaam nome'],
  [
    'lastName',
    'lastname surname familyname last lname',
    'nachname familienname nom nomdefamille apellido apellidos achternaam cognome',
  ],
  [
    'jobTitle',
    'jobtitle title position job role',
    'jobtitel berufsbezeichnung stellenbezeichnung fonction poste cargo puesto functie functietitel ruolo posizione',
  ],
  [
    'phone',
    'phone phonenumber telephone telephonenumber tel mobile mobilephone mobilenumber',
    'telefon telefonnummer handy handynummer mobil mobilnummer mobiltelefon numerodetelephone telefono movil',
    'numerodetelefono telefoon telefoonnummer mobiel cellulare numeroditelefono',
  ],
  ['linkedinUrl', 'linkedinurl linkedin linkedinprofile linkedinprofileurl', 'linkedinprofil profillinkedin'],
  [
    'website',
    'website url web homepage companywebsite',
    'webseite internetseite siteweb siteinternet sitioweb paginaweb sitoweb',
  ],
  ['city', 'city town', 'ort stadt wohnort ville ciudad stad plaats woonplaats citta'],
  ['country', 'country countrycode', 'land pays pais paese'],
  [
    'companyName',
    'companyname company organization organisation account accountname',
    'firma firmenname unternehmen unternehmensname societe entreprise nomdelentreprise nomdelasociete raisonsociale',
    'empresa nombredelaempresa bedrijf bedrijfsnaam organisatie azienda nomeazienda societa ragionesociale',
  ],
  ['timezone', 'timezone tz', 'zeitzone fuseauhoraire zonahoraria tijdzone fusoorario'],
  ['tags', 'tags tag labels', 'etiquetas etiquettes etichette'],
];

const fieldByName: ReadonlyMap<string, ContactColumn> = new Map(
  columnNamesByField.flatMap(([field, ...names]) =>
    names.flatMap((line) => line.split(' ').map((name) => [name, field] as const)),
  ),
);

const shownNameLengthMax = 60;
const shownNamesMax = 20;

/**
 * Maps the columns of an imported table by the requested mapping, otherwise by their names. The first matching column fills
 * a field. An unknown column becomes a custom field with a safe camel-case name. A column that is ignored, although the
 * mapping does not say so, has a warning.
 */
export function mapColumns(header: readonly string[], requested: RequestedColumns = {}): ColumnMapping {
  const { columns: requestedByIndex, faults } = requestedColumns(header, requested);
  if (faults.length > 0) return { kind: 'mismatched', faults };
  const mappedFields = new Set<ContactColumn>();
  /** In lower case. */
  const customNames = new Set<string>();
  for (const column of requestedByIndex.values()) {
    if ('field' in column) mappedFields.add(column.field);
    if ('customField' in column) customNames.add(column.customField.toLowerCase());
  }
  const normalisedNames = header.map(normaliseColumnName);
  const warnings: string[] = [];

  const columns = header.map((name, index): MappedColumn => {
    const requestedColumn = requestedByIndex.get(index);
    if (requestedColumn) return requestedColumn;
    const normalisedName = normalisedNames[index] ?? '';
    const field = fieldOfColumn(name);
    const isRepeated = normalisedName !== '' && normalisedNames.indexOf(normalisedName) < index;
    if (field !== undefined && !mappedFields.has(field)) {
      mappedFields.add(field);

      return { index, field };
    }
    const custom = isRepeated ? sameNameWarning(name) : planCustomField(name, index, customNames);
    if ('warning' in custom) {
      warnings.push(custom.warning);

      return { index, ignored: true };
    }
    if (field !== undefined) {
      warnings.push(
        `Column ${quoteName(name)} becomes a custom field: another column is already mapped to ${field}.`,
      );
    }
    customNames.add(custom.name.toLowerCase());

    return { index, customField: custom.name };
  });

  if (mappedFields.has('email')) return { kind: 'mapped', columns, warnings };
  const hint = 'Name it in mapping, for example {"Kontakt": "email"}.';

  return { kind: 'unmappable', message: `No email column among: ${quoteNames(header)}. ${hint}` };
}

export function isEmailColumn(name: string): boolean {
  return fieldOfColumn(name) === 'email';
}

/** The field that a column of this name fills. */
function fieldOfColumn(name: string): ContactColumn | undefined {
  return fieldByName.get(withoutAccents(normaliseColumnName(name)));
}

function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '');
}

/** @param customNames names already used, in lower case */
function planCustomField(
  name: string,
  index: number,
  customNames: ReadonlySet<string>,
): { name: string } | { warning: string } {
  if (name.trim() === '') return { warning: `Column ${index + 1} has no name and is ignored.` };
  const customName = toCustomFieldName(name);
  if (customName === null) {
    return { warning: `Column ${quoteName(name)} is ignored: its name cannot be used for a custom field.` };
  }
  const lowerCase = customName.toLowerCase();
  if (customNames.has(lowerCase)) return sameNameWarning(name);
  const field = fieldOfColumn(lowerCase);
  // A custom field must not have the name of a field of the contact. Another column fills the field already.
  if (field?.toLowerCase() === lowerCase) {
    return { warning: `Column ${quoteName(name)} is ignored: another column is already mapped to ${field}.` };
  }

  return customNames.size < customFieldsMax
    ? { name: customName }
    : { warning: `Column ${quoteName(name)} is ignored: at most ${customFieldsMax} custom fields are read.` };
}

function sameNameWarning(name: string): { warning: string } {
  return { warning: `Column ${quoteName(name)} is ignored: another column has the same name.` };
}

function quoteNames(names: readonly string[]): string {
  const more = names.length - shownNamesMax;

  return `${names.slice(0, shownNamesMax).map(quoteName).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function quoteName(name: string): string {
  const shown = name.trim();

  return `«${shown.length > shownNameLengthMax ? `${shown.slice(0, shownNameLengthMax)}…` : shown}»`;
}
