/** The digits of ULIDs, in base 32. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Creation time of an id, in epoch milliseconds; undefined for a malformed id or the time 0. */
export function timeOfId(id: string): number | undefined {
  // The first ten characters of a ULID are its time, the other sixteen are random.
  const encodedTime = /^[a-z]{3}_([0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{16}$/u.exec(id)?.[1];
  if (encodedTime === undefined) return undefined;

  return [...encodedTime].reduce((time, digit) => time * 32 + digits.indexOf(digit), 0) || undefined;
}
