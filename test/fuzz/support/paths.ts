export type Path = readonly (string | number)[];

const pathsMax = 200;

/** Paths of all values in a JSON value: the root first, in order of depth. */
export function pathsIn(value: unknown): Path[] {
  const paths: Path[] = [];
  let level: [Path, unknown][] = [[[], value]];
  while (level.length > 0 && paths.length < pathsMax) {
    paths.push(...level.map(([path]) => path));
    level = level.flatMap(([path, each]) =>
      children(each).map(([key, child]): [Path, unknown] => [[...path, key], child]),
    );
  }

  return paths.slice(0, pathsMax);
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce((found: unknown, key) => children(found).find(([each]) => each === key)?.[1], value);
}

export function replaceAt(value: unknown, path: Path, replacement: unknown): unknown {
  return change(value, path, () => [replacement]);
}

export function without(value: unknown, path: Path): unknown {
  return change(value, path, () => []);
}

function children(value: unknown): [string | number, unknown][] {
  if (Array.isArray(value)) return [...value.entries()];

  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** @param become returns the new value at the path, or an empty array to remove it */
function change(value: unknown, [key, ...rest]: Path, become: () => unknown[]): unknown {
  if (key === undefined) return become()[0];
  const changed = children(value).flatMap(([each, child]): [string | number, unknown][] => {
    if (each !== key) return [[each, child]];
    const values = rest.length === 0 ? become() : [change(child, rest, become)];

    return values.map((one) => [each, one]);
  });

  // Not by assignment: a key may be `__proto__`.
  return Array.isArray(value) ? changed.map(([, child]) => child) : Object.fromEntries(changed);
}
