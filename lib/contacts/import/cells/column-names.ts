import { setOf } from '#lib/contacts/import/cells/words.ts';
import {
  type ContactColumn,
  contactColumns,
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
 * German «Titel». The name of the field itself is always known.
 */
const otherNames: Readonly<Partial<Record<ContactColumn, string>>> = {
  email:
    'emailaddress mail mailaddress primaryemail contactemail workemail businessemail emailid mailid emails hasemail ' +
    'emailadresse mailadresse adresseemail adressemail adresseelectronique courriel ' +
    'correo correoelectronico emailadres mailadres indirizzoemail indirizzomail postaelettronica adresemail',
  firstName: 'givenname forename first fname vorname prenom nombre voornaam nome',
  lastName:
    'surname familyname last lname nachname familienname nom nomdefamille apellido apellidos achternaam cognome',
  jobTitle:
    'title position organizationtitle job role ' +
    'jobtitel berufsbezeichnung stellenbezeichnung fonction poste cargo puesto functie functietitel ruolo posizione',
  phone:
    'phonenumber telephone telephonenumber tel mobile mobilephone mobilenumber mobilephonenumber cell cellphone sms landlinenumber ' +
    'telefon telefonnummer handy handynummer mobil mobilnummer mobiltelefon numerodetelephone telefono movil ' +
    'numerodetelefono telefoon telefoonnummer mobiel cellulare numeroditelefono',
  linkedinUrl:
    'linkedin linkedinprofile linkedinprofileurl linkedinlink linkedinpage linkedinprofil profillinkedin linkedincontactprofileurl',
  website:
    'websiteurl url web webpage homepage companywebsite companyurl ' +
    'webseite internetseite siteweb siteinternet sitioweb paginaweb sitoweb',
  city: 'town ort stadt wohnort ville ciudad stad plaats woonplaats citta',
  country: 'countrycode countryregion land pays pais paese',
  companyName:
    'company organization organisation organizationname organisationname account accountname associatedcompany primarycompany ' +
    'firma firmenname unternehmen unternehmensname societe entreprise nomdelentreprise nomdelasociete raisonsociale ' +
    'empresa nombredelaempresa bedrijf bedrijfsnaam organisatie azienda nomeazienda societa ragionesociale',
  timezone: 'tz zeitzone fuseauhoraire zonahoraria tijdzone fusoorario',
  tags: 'tag labels groupmembership categories etiquetas etiquettes etichette',
};

const meaningByName: ReadonlyMap<string, ColumnMeaning> = new Map(
  contactColumns.flatMap((field) =>
    `${field.toLowerCase()} ${otherNames[field] ?? ''}`
      .trimEnd()
      .split(' ')
      .map((name, rank): [string, ColumnMeaning] => [name, { field, rank }]),
  ),
);

/** More than the number of known names of a field. */
const qualifiedRank = 100;
/** More than nine steps of numbers. */
const wordRankStep = 200;
const numberRankStep = 20;

/** Words that name a person. They do not change the meaning of a name: «Person - Email», «Email contact». */
const personWords = setOf('person contact lead customer prospect member subscriber recipient');
/** Other words that do not change the meaning of the words after them: «Default Address City». */
const leadingWords = setOf('profile mailing address');
/** Words that do not change the meaning of a name at any position. */
const preferredWords = setOf('primary main default direct');
/** Words that do not change the meaning of a flag or a status. */
const flagWords = setOf('value is has');

/** Of these fields, also words that name a person after the name do not change its meaning. A «Company contact» is no company. */
const personalFields: ReadonlySet<ContactColumn> = new Set<ContactColumn>([
  ...(['email', 'firstName', 'lastName', 'phone', 'linkedinUrl'] as const),
]);
/** These names have a field alone, or after `person` or `contact`: a «Last contact» is a date, and a «Lead title» a deal. */
const ambiguousNames = setOf('first last title account');
const certainPersonWords = setOf('person contact');

/** Work is preferred to home, and home to further addresses and numbers. */
const rankByWord: ReadonlyMap<string, number> = new Map(
  [
    'work business office professional geschaftlich dienstlich arbeit professionnel travail trabajo laboral werk zakelijk lavoro',
    'home personal private privat personnel domicile casa prive personale',
    'other secondary second alternate alternative additional weitere autre otro altro ander',
    'tertiary third',
  ].flatMap((words, at) => words.split(' ').map((word): [string, number] => [word, (at + 1) * wordRankStep])),
);

/** A name in lower case without words that do not change its meaning: «Person - Marketing status» is `marketingstatus`. */
export function significantName(name: string): string {
  const neutralWords = [personWords, leadingWords, preferredWords, flagWords];

  return wordsOf(name)
    .filter((word) => !neutralWords.some((words) => words.has(word)))
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
  const named = words.filter((word, at) => {
    const wordRank = rankByWord.get(word) ?? (isNumber(word) ? Number(word) * numberRankStep : undefined);
    rank += wordRank ?? 0;
    // «Phone 1 - Value» is a column of Google Contacts.
    const isNeutral = preferredWords.has(word) || (word === 'value' && isNumber(words[at - 1]));

    return wordRank === undefined && !isNeutral;
  });
  const meaning = meaningOfWords(named, words);

  return meaning && { field: meaning.field, rank: rank + meaning.rank };
}

const isNumber = (word = '') => /^[1-9]$/.test(word);

/** @param words without ranks and numbers @param all all words of the name */
function meaningOfWords(words: readonly string[], all: readonly string[]): ColumnMeaning | undefined {
  const start = words.findIndex((word) => !(personWords.has(word) || leadingWords.has(word)));
  if (start === -1) return undefined;
  const name = words.slice(start).join('');
  if (ambiguousNames.has(name)) {
    const isCertain = all.slice(0, -1).every((word) => certainPersonWords.has(word));

    return isCertain ? meaningByName.get(name) : undefined;
  }
  const end = words.findLastIndex((word) => !personWords.has(word));
  const personal = meaningByName.get(words.slice(start, end + 1).join(''));
  const isPersonal = personal && personalFields.has(personal.field) && !ambiguousNames.has(words[end] ?? '');

  return meaningByName.get(name) ?? (isPersonal ? personal : undefined);
}

export function isEmailColumn(name: string): boolean {
  return meaningOfColumn(name)?.field === 'email';
}
