import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerValuesOf } from '#lib/http/request.ts';
import { invalidField } from '#lib/values/problem.ts';

/** The ETag of a resource's settings. Counters in the response do not change it. RFC 9110, section 8.8.3. */
export function entityTag(updatedAt: string): string {
  return `"${Date.parse(updatedAt).toString(36)}"`;
}

/**
 * Rejects a PATCH if its If-Match does not match. RFC 9110, section 13.1.1, suggests 412. The specification has no 412, so
 * it is 422, like every state that forbids an operation. The comparison is strong: a weak tag never matches.
 * @param updatedAt of the resource as it was read
 * @throws Problem 422
 */
export function requireMatch(event: APIGatewayProxyEvent, updatedAt: string | undefined): void {
  const wanted = headerValuesOf(event, 'if-match')
    .join(',')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  if (wanted.length === 0) return;
  if (updatedAt === undefined) throw new Error('the change has no basedOn version');
  const current = entityTag(updatedAt);
  if (wanted.includes('*') || wanted.includes(current)) return;

  throw invalidField(
    'If-Match',
    'precondition',
    `does not match the current ETag ${current}: read the resource again and repeat the change`,
  );
}
