/** An object with a value for each name. */
export const textsOf = <Name extends string, Text>(
  names: readonly Name[],
  read: (name: Name) => Text,
): Record<Name, Text> => Object.fromEntries(names.map((name) => [name, read(name)])) as Record<Name, Text>;
