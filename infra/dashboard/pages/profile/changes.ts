/** The changed texts of a form; an emptied text becomes null. */
export const changedTexts = <Name extends string>(
  names: readonly Name[],
  values: Readonly<Record<Name, string>>,
  before: Readonly<Record<Name, string>>,
): Partial<Record<Name, string | null>> =>
  Object.fromEntries(
    names
      .filter((name) => values[name].trim() !== before[name])
      .map((name) => [name, values[name].trim() || null]),
  ) as Partial<Record<Name, string | null>>;

/** Whether two JSON values differ. */
export const isDifferent = (value: unknown, before: unknown): boolean =>
  JSON.stringify(value) !== JSON.stringify(before);
