import type { ProblemDetail } from '#lib/values/problem.ts';

/**
 * One fault for each id that does not exist, with the id's path.
 * @param member path of the id within an element, such as `.campaignId`
 */
export function missingIdFaults(
  field: string,
  ids: readonly string[],
  existing: readonly { readonly id: string }[],
  member = '',
): ProblemDetail[] {
  const existingIds = new Set(existing.map(({ id }) => id));

  return ids.flatMap((id, position) =>
    existingIds.has(id)
      ? []
      : [{ path: `${field}[${position}]${member}`, rule: 'exists', message: 'does not exist' }],
  );
}
