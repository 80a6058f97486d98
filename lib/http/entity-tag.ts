import type { APIGatewayProxyEvent } from 'aws-lambda';
import { headerValuesOf } from '#lib/http/request.ts';
import { invalidField } from '#lib/values/problem.ts';

/**
 * Names the version of a resource's settings: counters that the response shows beside them do not change it.
 * RFC 9110, section 8.8.3.
 */
export function entityTag(updatedAt: string): string {
  return `"${Date.parse(updatedAt).toString(36)}"`;
}

/**
 * RFC 9110, section 13.1.1: a false If-Match must not perform the request, and may be answered 412. The specification's table of
 * errors has no 412, so it is 422 as every other state that forbids an operation. The comparison is strong: a weak tag never matches.
 * @param updatedAt of the resource as the decision has read it
 * @throws Problem 422
 */
export function requireMatch(event: APIGatewayProxyEvent, updatedAt: string | undefined): void {
  const wanted = headerValuesOf(event, 'if-match')
    .join(',')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  if (wanted.length === 0) return;
  if (updatedAt === undefined) throw new Error('the decision does not say which version it is based on');
  const current = entityTag(updatedAt);
  if (wanted.includes('*') || wanted.includes(current)) return;

  throw invalidField(
    'If-Match',
    'precondition',
    `does not match: the resource has changed, its ETag is ${current} now; read it again and repeat the change`,
  );
}
