import * as z from 'zod/mini';

/** Region and city, or a name such as UTC. Offsets (`+01:00`), which engines also accept, have no daylight-saving time. */
const nameGrammar = /^[A-Za-z]{2}[A-Za-z0-9_+/-]*$/;

/** In lower case. Cached, because creating an Intl format takes longer than the other validation of a contact. */
const knownZones = new Set<string>();

/** A name from the runtime's IANA time zone database, case-insensitive. */
export const TimeZone = z
  .string()
  .check(
    z.trim(),
    z.maxLength(64, { abort: true }),
    z.refine(isTimeZone, 'must be a time zone of the IANA database, such as Europe/Berlin'),
  );

function isTimeZone(text: string): boolean {
  if (!nameGrammar.test(text)) return false;
  const timeZone = text.toLowerCase();
  if (knownZones.has(timeZone)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    knownZones.add(timeZone);

    return true;
  } catch {
    return false;
  }
}
