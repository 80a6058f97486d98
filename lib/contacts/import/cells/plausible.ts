import { shortenedNumber } from '#lib/contacts/import/cells/spreadsheet-cell.ts';
import { isClearTimeZone } from '#lib/contacts/import/cells/time-zone.ts';
import { noes, setOf, yeses } from '#lib/contacts/import/cells/words.ts';

const salutations = setOf(
  'mr mrs ms miss mx sir dr prof herr frau hr fr m mme mlle sr sra srta sig dhr mevr',
);
const noJobTitles = [salutations, yeses, noes];

const decimalNumber = /^\+?[0-9]+\.0$/;

/** A name in capitals, as `JULIA`. Initials such as `AJ` are exact. */
const isInCapitals = (name: string) => /\p{CWL}{3}/u.test(name) && !/\p{Ll}/u.test(name);

/** Whether a field can have a value, although its schema may accept others: `yes` is no phone number. */
export function isPlausible(field: string, value: string): boolean {
  switch (field) {
    case 'firstName':
    case 'lastName':
      return !isInCapitals(value);
    case 'timezone':
      return isClearTimeZone(value);
    case 'phone':
      return /[0-9]/.test(value) && !shortenedNumber.test(value) && !decimalNumber.test(value);
    case 'externalId':
      return !shortenedNumber.test(value);
    case 'website':
      return hostOf(value) !== undefined;
    case 'linkedinUrl':
      return /(?:^|\.)(?:linkedin\.com|lnkd\.in)$/.test(hostOf(value) ?? '');
    case 'jobTitle':
      return value
        .toLowerCase()
        .split(/[\s0-9.,;:/&+-]+/)
        .some((word) => word !== '' && !noJobTitles.some((words) => words.has(word)));
    default:
      return true;
  }
}

/** The host of a web address without a user; undefined if it is no domain. */
function hostOf(address: string): string | undefined {
  const url = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);

  return url?.username === '' && /^[a-z0-9.-]+$/.test(url.hostname) ? url.hostname : undefined;
}
