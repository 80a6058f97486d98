import * as z from 'zod/mini';
import { dictionary, text, trimmed } from '#lib/values/schemas.ts';

/* Schemas that contacts and companies share. */

const customFieldValue = z.union([text(1000), z.number(), z.boolean(), z.null()]);

export const customFieldsMax = 50;

export const CustomFieldName = text(
  50,
  z.regex(
    /^[A-Za-z][A-Za-z0-9_]{0,49}$/,
    'must begin with a letter and have only letters, digits and underscores',
  ),
);

export const CustomFields = dictionary(CustomFieldName, customFieldValue, {
  namesMax: customFieldsMax,
  rule: `at most ${customFieldsMax} fields`,
});

/** A tag is part of a key. Ill-formed Unicode is rejected, because different texts would become the same key. */
export const Tag = trimmed(
  50,
  z.minLength(1),
  z.refine((tag) => tag.isWellFormed(), 'must be Unicode text'),
);

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

export function isCountry(text: string): boolean {
  // Spaces separate the codes, so two letters match only a whole code.
  return /^[A-Z]{2}$/.test(text) && countries.includes(text);
}

const countryRule = 'must be a country code of two letters (ISO 3166-1)';

export const Country = z
  .string()
  .check(
    z.trim(),
    z.maxLength(2, { error: countryRule, abort: true }),
    z.toUpperCase(),
    z.refine(isCountry, countryRule),
  );
