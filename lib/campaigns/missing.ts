import type { ProblemDetail } from '#lib/http/problem.ts';

/** What was asked for and does not exist, each by its place. */
export function missing(
  field: string,
  asked: readonly string[],
  found: readonly { readonly id: string }[],
): ProblemDetail[] {
  const known = new Set(found.map(({ id }) => id));

  return asked.flatMap((id, position) =>
    known.has(id) ? [] : [{ path: `${field}[${position}]`, rule: 'exists', message: 'does not exist' }],
  );
}
