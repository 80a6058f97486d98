import * as z from 'zod/mini';

/** Region and city, or a name of its own such as UTC: offsets (`+01:00`), which engines take too, know no summer time. */
const name = /^[A-Za-z]{2}[A-Za-z0-9_+/-]*$/;

/** In lower case. Making a format takes longer than everything else that is asked of a contact. */
const knownZones = new Set<string>();

/** A name of the IANA time zone database, as this runtime's copy has it, in any case. */
export const TimeZone = z
  .string()
  .check(
    z.trim(),
    z.maxLength(64, { abort: true }),
    z.refine(isTimeZone, 'must be a time zone of the IANA database, such as Europe/Berlin'),
  );

function isTimeZone(text: string): boolean {
  if (!name.test(text)) return false;
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
