import * as z from 'zod/mini';

/** Region and city, or a name of its own such as UTC: offsets (`+01:00`), which engines take too, know no summer time. */
const name = /^[A-Za-z]{2}[A-Za-z0-9_+/-]{0,62}$/;

/** A name of the IANA time zone database, as this runtime's copy has it. */
export const TimeZone = z
  .string()
  .check(z.maxLength(64), z.refine(isTimeZone, 'must be a time zone such as Europe/Berlin'));

function isTimeZone(text: string): boolean {
  try {
    return (
      name.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }) instanceof Intl.DateTimeFormat
    );
  } catch {
    return false;
  }
}
