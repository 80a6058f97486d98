/** The zone database asked in the plainest way: a minute at a time, and nothing remembered but the format. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** What a zone's clocks show: `2026-11-20 09:00`. */
export function reading(at: number, timeZone: string): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
  formats.set(timeZone, format);

  return format.format(at);
}

/** Zones whose clocks have habits of their own; the first of them are changed in the middle of the night. */
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

/** Every moment from the first year until before the last at which a zone's clocks are changed. */
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
