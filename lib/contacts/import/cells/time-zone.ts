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
  const [name = ''] = text
    .slice(text.startsWith('(') ? text.indexOf(')') + 1 : 0)
    .trim()
    .split(' (');
  const [, northAmerican] =
    /^(eastern|central|mountain|pacific) (?:standard |daylight )?time/i.exec(name) ?? [];
  if (northAmerican !== undefined) return zoneByWord[northAmerican.toLowerCase()];
  zoneByCity ??= new Map(
    Intl.supportedValuesOf('timeZone').map((zone) => [cityKey(zone.slice(zone.lastIndexOf('/') + 1)), zone]),
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
