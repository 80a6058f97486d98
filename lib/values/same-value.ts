/** Whether two values read the same as JSON, in whatever order their fields come: a table returns maps in any. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_, each) =>
    each === null || typeof each !== 'object' || Array.isArray(each)
      ? each
      : Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
}
