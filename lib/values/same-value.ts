/** Whether two values are equal as JSON, regardless of field order: DynamoDB returns maps in any order. */
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
