type Reader<Value> = (value: unknown) => Value | undefined;
type Shape = Readonly<Record<string, Reader<unknown>>>;
export type Search<Of extends Shape> = { [Name in keyof Of]?: NonNullable<ReturnType<Of[Name]>> };

/** A text of an address; empty counts as absent. */
export const text =
  (lengthMax = 100): Reader<string> =>
  (value) =>
    typeof value === 'string' && value !== '' ? value.slice(0, lengthMax) : undefined;

/** A text of a fixed form, such as a time. */
export const matching =
  (pattern: RegExp): Reader<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined;

/** RFC 3339 in UTC. */
export const time = matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?Z$/u);

export const choice =
  <const Value extends string>(...values: readonly Value[]): Reader<Value> =>
  (value) =>
    values.find((one) => one === value);

/** `validateSearch` of a route: a parameter that an edited or old address has wrong is ignored. */
export const searchParams =
  <Of extends Shape>(shape: Of) =>
  (raw: Record<string, unknown>): Search<Of> =>
    Object.fromEntries(
      Object.entries(shape)
        .map(([name, read]) => [name, read(raw[name])])
        .filter(([, value]) => value !== undefined),
    );

/** Plain texts in addresses: `?tag=5` stays a text. */
export const parseSearch = (search: string): Record<string, unknown> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  const query = new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();

  return query === '' ? '' : `?${query}`;
}
