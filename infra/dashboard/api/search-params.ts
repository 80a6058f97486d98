/** Returns the value of a search parameter; undefined if it is absent or invalid. */
type Reader<Value> = (value: unknown) => Value | undefined;
/** The readers of a route's search parameters, by name. */
type Shape = Readonly<Record<string, Reader<unknown>>>;
export type Search<Of extends Shape> = { [Name in keyof Of]?: NonNullable<ReturnType<Of[Name]>> };

/** A text, cut to `lengthMax` characters; empty counts as absent. */
export const text =
  (lengthMax = 100): Reader<string> =>
  (value) =>
    typeof value === 'string' && value !== '' ? value.slice(0, lengthMax) : undefined;

/** Event types, joined by commas. All of them together are shorter. */
export const eventTypes = text(1000);

/** A text that matches a pattern. */
export const matching =
  (pattern: RegExp): Reader<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;

/** Accepts a date or a time only if its day exists. */
const existing =
  (read: Reader<string>): Reader<string> =>
  (value) => {
    const text = read(value);
    const milliseconds = Date.parse(text ?? '');
    if (text === undefined || Number.isNaN(milliseconds)) return undefined;

    // The parser reads 30 February as 2 March.
    return new Date(milliseconds).toISOString().startsWith(text.slice(0, 10)) ? text : undefined;
  };

/** RFC 3339 in UTC. */
export const time = existing(matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/u));

/** Such as `2026-11-25`. */
export const date = existing(matching(/^\d{4}-\d{2}-\d{2}$/u));

export const choice =
  <const Value extends string>(...values: readonly Value[]): Reader<Value> =>
  (value) =>
    values.find((allowed) => allowed === value);

export const flag: Reader<boolean> = (value) =>
  /^(?:true|false)$/u.test(String(value)) ? String(value) === 'true' : undefined;

/** `validateSearch` of a route. Ignores invalid parameters, which an edited or old address can have. */
export const searchParams =
  <Of extends Shape>(shape: Of) =>
  (raw: Record<string, unknown>): Search<Of> =>
    Object.fromEntries(
      Object.entries(shape)
        .map(([name, read]) => [name, read(raw[name])])
        .filter(([, value]) => value !== undefined),
    );

/** Reads every parameter as a text: the tag of `?tag=5` is `'5'`. The router's default would read a number. */
export const parseSearch = (search: string): Record<string, unknown> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();

  return query === '' ? '' : `?${query}`;
}
