import type { ProblemDetail } from '#lib/values/problem.ts';

/**
 * What was asked for and does not exist, each by its place.
 * @param member of each element of the field that holds the id, such as `.campaignId`
 */
export function missing(
  field: string,
  asked: readonly string[],
  found: readonly { readonly id: string }[],
  member = '',
): ProblemDetail[] {
  const known = new Set(found.map(({ id }) => id));

  return asked.flatMap((id, position) =>
    known.has(id)
      ? []
      : [{ path: `${field}[${position}]${member}`, rule: 'exists', message: 'does not exist' }],
  );
}
