import * as z from 'zod/mini';
import { dictionary, text, trimmed } from '#lib/values/schemas.ts';

/* Schemas that contacts and companies share. */

/** Nullable fields with the default null. */
export function withDefaultNull<Fields extends Readonly<Record<string, z.ZodMiniType>>>(fields: Fields) {
  const entries = Object.entries(fields).map(([name, field]) => [name, z._default(field, null)]);

  // Object.fromEntries loses the names of the fields.
  return Object.fromEntries(entries) as { [Name in keyof Fields]: z.ZodMiniDefault<Fields[Name]> };
}

/** The numbers that a JSON body can have, see `lib/http/json.ts`. */
const exactNumber = z.number().check(z.gte(Number.MIN_SAFE_INTEGER), z.lte(Number.MAX_SAFE_INTEGER));
const customFieldValue = z.union([text(1000), exactNumber, z.boolean(), z.null()]);

export const customFieldsMax = 50;

const nameLengthMax = 50;
/** Longer names are not normalised: normalising takes quadratic time in the number of combining marks. */
const givenNameLengthMax = 250;
const isName = (name: string) => /^[A-Za-z][A-Za-z0-9_]{0,49}$/.test(name);

/** A name of another form becomes a name in camel case: `Deal size` becomes `dealSize`. */
export const CustomFieldName = text(
  givenNameLengthMax,
  z.overwrite((name) => (isName(name) ? name : (toCustomFieldName(name) ?? name))),
  z.refine(
    isName,
    'must have a Latin letter or a digit, and not be the name of a property of every JavaScript object',
  ),
);

const wordPattern = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+[a-z]*/g;

/** The words of a name in any style, in lower case and without accents: «Linked-In URL», «linkedin_url», «linkedInUrl». */
export function wordsOf(name: string): string[] {
  const words =
    name
      .slice(0, givenNameLengthMax)
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replaceAll('ß', 'ss')
      .match(wordPattern) ?? [];

  return words.map((word) => word.toLowerCase());
}

/**
 * The custom field of a column or field with any name, in camel case. Null for a name without Latin letters or digits, and for
 * a name that `Object.prototype` defines.
 */
export function toCustomFieldName(name: string): string | null {
  const [first = '', ...others] = wordsOf(name);
  const joined = first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const safe = (/^[0-9]/.test(joined) ? `field${joined}` : joined).slice(0, nameLengthMax);

  return safe === '' || isReserved(name.trim()) || isReserved(safe) ? null : safe;
}

function isReserved(name: string): boolean {
  return name === 'prototype' || name in Object.prototype;
}

export const CustomFields = z.pipe(
  z.transform(rejectRepeatedNames),
  dictionary(CustomFieldName, customFieldValue, {
    namesMax: customFieldsMax,
    rule: `at most ${customFieldsMax} fields`,
  }),
);

/** Reports names that become one name, because one of the values would be lost. */
function rejectRepeatedNames(input: unknown, { issues }: z.core.ParsePayload): unknown {
  const names = typeof input === 'object' && input !== null ? Object.keys(input) : [];
  // More names are refused anyway.
  if (names.length > customFieldsMax) return input;
  const given = new Map<string, string>();
  for (const name of names) {
    const safe = CustomFieldName.safeParse(name).data ?? name;
    const other = given.get(safe);
    if (other !== undefined) {
      const message = `has the same name as ${JSON.stringify(other)}: both become ${safe}`;
      issues.push({ code: 'custom', path: [name], message, input });
    }
    given.set(safe, name);
  }

  return input;
}

/** Text that is part of a key. Ill-formed Unicode is rejected, because different texts would become the same key. */
const keyText = (lengthMax: number) =>
  trimmed(
    lengthMax,
    z.minLength(1),
    z.refine((value) => value.isWellFormed(), 'must be Unicode text'),
  );

export const Tag = keyText(50);

/** The id that another system, such as a CRM, gives a contact or a company. Case-sensitive. */
export const ExternalId = keyText(255);

/** Duplicates are removed. */
export const Tags = z.array(Tag).check(
  z.maxLength(50, { abort: true }),
  z.overwrite((tags) => [...new Set(tags)]),
);

/** `acme.com/about` is stored as `https://acme.com/about`. */
export const WebAddress = trimmed(
  500,
  z.minLength(1),
  z.overwrite((text) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `https://${text}`)),
  z.refine(isWebAddress, 'must be an http or https address'),
);

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/?#]+\.[^/?#]/i.test(text) && URL.canParse(text);
}

/** ISO 3166-1 alpha-2, officially assigned: https://www.iso.org/obp/ui/#search/code */
const countries =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO ' +
  'FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE ' +
  'JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO ' +
  'MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW ' +
  'PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM ' +
  'TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** Common names that `Intl` does not have in any of the languages. */
const otherCountryNames =
  'usa:US unitedstatesofamerica:US uk:GB greatbritain:GB england:GB scotland:GB wales:GB northernireland:GB turkey:TR ' +
  'czechrepublic:CZ republicofkorea:KR russianfederation:RU holland:NL uae:AE ivorycoast:CI macau:MO hongkong:HK';

/** The languages of the column names that imports read. */
const nameLanguages = ['en', 'de', 'fr', 'es', 'nl', 'it'];
const countryLengthMax = 100;
let codesByName: ReadonlyMap<string, string> | undefined;

/** Whether a text is a country code or the name of a country, as `Country` accepts it. */
export function isCountry(text: string): boolean {
  return countryCodeOf(text) !== undefined;
}

function countryCodeOf(text: string): string | undefined {
  const code = text.toUpperCase();
  // Spaces separate the codes, so two letters match only a whole code.
  if (/^[A-Z]{2}$/.test(code) && countries.includes(code)) return code;
  if (text.length > countryLengthMax) return undefined;
  codesByName ??= readCountryNames();

  return codesByName.get(comparableName(text));
}

function readCountryNames(): Map<string, string> {
  const codes = countries.split(' ');
  const styles = (['long', 'short'] as const).flatMap((style) =>
    nameLanguages.map((language) => new Intl.DisplayNames([language], { type: 'region', style })),
  );
  const names = styles.flatMap((style) =>
    codes.map((code) => [comparableName(style.of(code) ?? code), code] as const),
  );
  const others = otherCountryNames.split(' ').map((entry): [string, string] => {
    const [name = '', code = ''] = entry.split(':');

    return [name, code];
  });

  // Of two countries with one name, the last entry counts: the long English name.
  return new Map([...names.reverse(), ...others]);
}

/** Without case, accents, punctuation, `and` and `the`. */
function comparableName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\b(?:and|the)\b|[^a-z]/g, '');
}

/** A code in any case, or a name in one of the languages of imports. The result is a code. */
export const Country = trimmed(
  countryLengthMax,
  z.overwrite((text) => countryCodeOf(text) ?? text),
  z.refine(isCountry, 'must be a country code of two letters (ISO 3166-1), or the name of a country'),
);
