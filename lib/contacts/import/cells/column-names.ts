import {
  type ContactColumn,
  normaliseColumnName,
  normalisedNameLengthMax,
} from '#lib/contacts/import/csv-mapping.ts';
import { wordsOf } from '#lib/values/profile.ts';

/** What a column has by its name. */
export interface ColumnMeaning {
  readonly field: ContactColumn;
  /** Of several columns for one field, the lowest rank is preferred: known names in their order, then names with further words. */
  readonly rank: number;
}

/**
 * Column names of other products' exports in English, German, French, Spanish, Dutch and Italian, without case, accents,
 * spaces and punctuation, preferred names first. A name that exports use for different fields is not in the list, such as the
 * German «Titel».
 */
const columnNamesByField: ReadonlyArray<readonly [ContactColumn, ...string[]]> = [
  [
    'email',
    'email emailaddress mail mailaddress primaryemail contactemail workemail businessemail emailid mailid emails',
    'emailadresse mailadresse adresseemail adressemail adresseelectronique courriel',
    'correo correoelectronico emailadres mailadres indirizzoemail indirizzomail postaelettronica adresemail',
  ],
  ['firstName', 'firstname givenname forename first fname', 'vorname prenom nombre voornaam nome'],
  [
    'lastName',
    'lastname surname familyname last lname',
    'nachname familienname nom nomdefamille apellido apellidos achternaam cognome',
  ],
  [
    'jobTitle',
    'jobtitle title position organizationtitle job role',
    'jobtitel berufsbezeichnung stellenbezeichnung fonction poste cargo puesto functie functietitel ruolo posizione',
  ],
  [
    'phone',
    'phone phonenumber telephone telephonenumber tel mobile mobilephone mobilenumber mobilephonenumber cell cellphone sms landlinenumber',
    'telefon telefonnummer handy handynummer mobil mobilnummer mobiltelefon numerodetelephone telefono movil',
    'numerodetelefono telefoon telefoonnummer mobiel cellulare numeroditelefono',
  ],
  [
    'linkedinUrl',
    'linkedinurl linkedin linkedinprofile linkedinprofileurl linkedinlink linkedinpage linkedinprofil profillinkedin',
  ],
  [
    'website',
    'website websiteurl url web webpage homepage companywebsite companyurl',
    'webseite internetseite siteweb siteinternet sitioweb paginaweb sitoweb',
  ],
  ['city', 'city town', 'ort stadt wohnort ville ciudad stad plaats woonplaats citta'],
  ['country', 'country countrycode countryregion', 'land pays pais paese'],
  [
    'companyName',
    'companyname company organization organisation organizationname organisationname account accountname',
    'firma firmenname unternehmen unternehmensname societe entreprise nomdelentreprise nomdelasociete raisonsociale',
    'empresa nombredelaempresa bedrijf bedrijfsnaam organisatie azienda nomeazienda societa ragionesociale',
  ],
  ['timezone', 'timezone tz', 'zeitzone fuseauhoraire zonahoraria tijdzone fusoorario'],
  ['tags', 'tags tag labels groupmembership categories', 'etiquetas etiquettes etichette'],
];

const meaningByName: ReadonlyMap<string, ColumnMeaning> = new Map(
  columnNamesByField.flatMap(([field, ...lines]) =>
    lines
      .flatMap((line) => line.split(' '))
      .map((name, rank): [string, ColumnMeaning] => [name, { field, rank }]),
  ),
);

/** More than the number of known names of a field. */
const qualifiedRank = 100;
/** More than nine steps of numbers. */
const wordRankStep = 200;
const numberRankStep = 20;

/** Words that do not change the meaning of a name: «Person - Email», «Default Address City», «Phone 1 - Value». */
const neutralWords = new Set(
  'person contact lead customer prospect member subscriber recipient profile primary main default mailing address value is has direct'.split(
    ' ',
  ),
);

/** Work is preferred to home, and home to further addresses and numbers. */
const rankByWord: ReadonlyMap<string, number> = new Map(
  [
    'work business office professional geschaftlich dienstlich arbeit professionnel travail trabajo laboral werk zakelijk lavoro',
    'home personal private privat personnel domicile casa prive personale',
    'other secondary second alternate alternative additional weitere autre otro altro ander',
    'tertiary third',
  ].flatMap((words, at) => words.split(' ').map((word): [string, number] => [word, (at + 1) * wordRankStep])),
);

/** A name in lower case without neutral words: «Person - Marketing status» is `marketingstatus`. */
export function significantName(name: string): string {
  return wordsOf(name)
    .filter((word) => !neutralWords.has(word))
    .join('');
}

/** The field that a column of this name fills. */
export function meaningOfColumn(name: string): ColumnMeaning | undefined {
  if (name.length > normalisedNameLengthMax) return undefined;
  const words = wordsOf(name);
  // `wordsOf` reads only Latin letters and digits. A name that also has other letters is not recognised.
  if (words.join('').length < normaliseColumnName(name.normalize('NFD').replace(/\p{M}/gu, '')).length)
    return undefined;
  const exact = meaningByName.get(words.join(''));
  if (exact) return exact;
  let rank = qualifiedRank;
  const rest = words.filter((word) => {
    const wordRank =
      rankByWord.get(word) ?? (/^[1-9]$/.test(word) ? Number(word) * numberRankStep : undefined);
    rank += wordRank ?? 0;

    return wordRank === undefined && !neutralWords.has(word);
  });
  const meaning = meaningByName.get(rest.join(''));

  return meaning && { field: meaning.field, rank: rank + meaning.rank };
}

export function isEmailColumn(name: string): boolean {
  return meaningOfColumn(name)?.field === 'email';
}
