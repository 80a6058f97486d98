/** A naive use of the zone database: one minute at a time, with only the format cached. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Local time in a zone, such as `2026-11-20 09:00`. */
export function reading(at: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);

  return format.format(at);
}

/** Zones with unusual changes; the first ones change at midnight. */
export const oddZones = [
  'Africa/Cairo',
  'America/Havana',
  'America/Nuuk',
  'America/Santiago',
  'Asia/Beirut',
  'Atlantic/Azores',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Australia/Lord_Howe',
  'Europe/Berlin',
  'Pacific/Apia',
  'Pacific/Chatham',
];

const stepMs = 6 * 3_600_000;
const minuteMs = 60_000;

/** All times of clock changes in a zone, from the first year until before the last. */
export function changesOf(zone: string, firstYear: number, lastYear: number): number[] {
  const changes: number[] = [];
  for (let at = Date.UTC(firstYear, 0); at < Date.UTC(lastYear, 0); at += stepMs) {
    if (aheadBy(at, zone) === aheadBy(at + stepMs, zone)) continue;
    let change = at;
    while (aheadBy(change, zone) === aheadBy(at, zone)) change += minuteMs;
    changes.push(change);
  }

  return changes;
}

function aheadBy(at: number, zone: string): number {
  return Date.parse(`${reading(at, zone).replace(' ', 'T')}Z`) - at;
}
