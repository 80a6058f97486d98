/** The digits of ULIDs, in base 32. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** RFC 3339 times 1 ms before and after the creation of an object; undefined for a malformed id or the time 0. */
export function creationPeriod(id: string): { after: string; before: string } | undefined {
  // The first ten characters of a ULID are its time, the other sixteen are random.
  const encodedTime = /^[a-z]{3}_([0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{16}$/u.exec(id)?.[1] ?? '';
  const time = [...encodedTime].reduce((value, digit) => value * 32 + digits.indexOf(digit), 0);
  if (time === 0) return undefined;

  return { after: new Date(time - 1).toISOString(), before: new Date(time + 1).toISOString() };
}
