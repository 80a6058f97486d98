import { TimeZone } from '#lib/values/time-zone.ts';

const offsetPattern = /^\(?(?:UTC|GMT)[ ]?([+-])0?([0-9]{1,2})(?::?00)?\)?$/i;
const searchedLengthMax = 100;

/** Names of North American time zones by their first word, as in «(GMT-05:00) Eastern Time (US & Canada)». */
const zoneByWord: Readonly<Record<string, string>> = {
  eastern: 'America/New_York',
  central: 'America/Chicago',
  mountain: 'America/Denver',
  pacific: 'America/Los_Angeles',
};

/** Other abbreviations, such as BST and CST, are of several zones. The runtime knows BST as the zone of Dhaka. */
const clearAbbreviations = new Set('utc gmt uct cet eet wet met hst jst'.split(' '));
const zoneByAbbreviation: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'America/New_York': 'est edt',
    'America/Los_Angeles': 'pst pdt',
    'Europe/Berlin': 'cest mez mesz',
  }).flatMap(([zone, names]) => names.split(' ').map((name) => [name, zone] as const)),
);

/** Whether people mean the zone that the runtime knows by a name. */
export function isClearTimeZone(name: string): boolean {
  return name.length !== 3 || clearAbbreviations.has(name.toLowerCase());
}

let zoneByCity: ReadonlyMap<string, string> | undefined;

/**
 * Recognises other notations of a time zone: `America/New York`, `europe_slash_berlin`, `(GMT+01:00) Berlin, Rome`, `UTC+1`,
 * `Eastern Time`.
 */
export function findTimeZone(cell: string): string | undefined {
  const text = cell.slice(0, searchedLengthMax).replaceAll('_slash_', '/').replaceAll('_hyphen_', '-').trim();
  const [, sign, hours] = offsetPattern.exec(text) ?? [];
  // The names of fixed offsets have the opposite sign: Etc/GMT-1 is one hour ahead.
  if (hours !== undefined) return known(hours === '0' ? 'UTC' : `Etc/GMT${sign === '+' ? '-' : '+'}${hours}`);
  const described = text.slice(text.startsWith('(') ? text.indexOf(')') + 1 : 0).trim();
  const [name = '', region = ''] = described.split(' (');
  const [, northAmerican] =
    /^(eastern|central|mountain|pacific) (?:standard |daylight )?time/i.exec(name) ?? [];
  // «Eastern Standard Time (Queensland)» is in Australia.
  if (northAmerican !== undefined)
    return /^(?:us\b|[ecmp][sd]?t\)|$)/i.test(region) ? zoneByWord[northAmerican.toLowerCase()] : undefined;
  const abbreviated = zoneByAbbreviation.get(name.toLowerCase());
  if (abbreviated !== undefined) return abbreviated;
  zoneByCity ??= new Map(
    // Names with three parts are of small towns, some with the name of a larger one: America/Argentina/San_Juan.
    Intl.supportedValuesOf('timeZone')
      .filter((zone) => zone.split('/').length === 2)
      .map((zone) => [cityKey(zone.slice(zone.indexOf('/') + 1)), zone]),
  );
  const byName = [name.replaceAll(' ', '_'), ...name.split(' ')]
    .filter((part) => part.includes('/'))
    .map(known);
  const byCity = name.split(/[,;/]/).map((part) => zoneByCity?.get(cityKey(part)));

  return [...byName, ...byCity].find((zone) => zone !== undefined);
}

function known(name: string): string | undefined {
  const result = TimeZone.safeParse(name);

  return result.success ? result.data : undefined;
}

const cityKey = (city: string) => city.toLowerCase().replace(/[^a-z]/g, '');
