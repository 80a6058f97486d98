const relativeFormat = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const dayMs = 86_400_000;
/** Units with their lengths in milliseconds, longest first. */
const units = [
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/**
 * “5 minutes ago”. From 24 hours on, days of the calendar count: on Saturday evening, Monday morning is “in 2 days”.
 * @param now epoch milliseconds
 */
export function relativeTime(time: Date, now: number): string {
  const distance = time.getTime() - now;
  if (Math.abs(distance) >= dayMs)
    return relativeFormat.format(dayNumber(time) - dayNumber(new Date(now)), 'day');
  const longestUnit = units.find(([, milliseconds]) => Math.abs(distance) >= milliseconds);
  if (!longestUnit) return distance > 0 ? 'in a moment' : 'just now';
  const [unit, milliseconds] = longestUnit;

  return relativeFormat.format(Math.round(distance / milliseconds), unit);
}

/** The days of the viewer's calendar since 1970. */
const dayNumber = (time: Date): number =>
  Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / dayMs;
