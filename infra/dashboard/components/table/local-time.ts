/** A time as the value of a `datetime-local` field, in the viewer's zone and without seconds. */
export function toLocalInput(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);

  return local.toISOString().slice(0, 16);
}

/** @returns RFC 3339 in UTC; undefined for an incomplete value */
export function fromLocalInput(value: string): string | undefined {
  const time = new Date(value);

  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
