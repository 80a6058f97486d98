type Patch<Value> = { readonly [Name in keyof Value]?: Value[Name] | undefined };

/** Merges as in RFC 7396: missing fields keep their value, lists are replaced. */
export function mergePatch<Value extends object>(before: Value, patch: Patch<Value>): Value {
  const patchedFields = Object.entries(patch).filter(([, value]) => value !== undefined);

  return { ...before, ...Object.fromEntries(patchedFields) };
}
