type Patch<Value> = { readonly [Name in keyof Value]?: Value[Name] | undefined };

/** Fields that the patch leaves out keep their value, as RFC 7396 has it; lists are replaced. */
export function mergePatch<Value extends object>(before: Value, patch: Patch<Value>): Value {
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);

  return { ...before, ...Object.fromEntries(given) };
}
