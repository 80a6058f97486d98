import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Contract } from '#lib/http/contract.ts';
import { headerValuesOf } from '#lib/http/request.ts';
import { invalidField } from '#lib/values/problem.ts';

/**
 * The ETag of a resource's settings: the time of their last change, in base 36. Counters in the response do not change it.
 * RFC 9110, section 8.8.3.
 */
export function entityTag(updatedAt: string): string {
  return `"${Date.parse(updatedAt).toString(36)}"`;
}

/** Whether If-Match limits the request to one version of the resource: changes of an existing, versioned resource. */
export function acceptsIfMatch({
  isVersioned,
  method,
  params,
}: Pick<Contract, 'isVersioned' | 'method' | 'params'>): boolean {
  return isVersioned === true && (method === 'PATCH' || (method !== 'GET' && params !== undefined));
}

/**
 * Rejects If-Match for an operation that does not compare versions: ignoring it could overwrite the change of another client.
 * @throws Problem 422
 */
export function refuseUnsupportedMatch(definition: Contract, event: APIGatewayProxyEvent): void {
  if (acceptsIfMatch(definition) || requestedTagsOf(event).length === 0) return;

  throw invalidField('If-Match', 'precondition', 'this operation does not accept If-Match');
}

/**
 * Rejects a change if its If-Match does not match. RFC 9110, section 13.1.1, suggests 412. The specification has no 412, so the
 * response is 422, like for every state that forbids an operation. The comparison is strong: a weak tag never matches. The
 * commit fails if the version changes after that.
 * @param updatedAt of the resource as it was read
 * @throws Problem 422
 */
export function requireMatch(
  definition: Contract,
  event: APIGatewayProxyEvent,
  updatedAt: string | undefined,
): void {
  const requestedTags = requestedTagsOf(event);
  if (!acceptsIfMatch(definition) || requestedTags.length === 0) return;
  if (updatedAt === undefined) throw new Error('the change has no basedOn version');
  const current = entityTag(updatedAt);
  if (requestedTags.includes('*') || requestedTags.includes(current)) return;

  throw invalidField(
    'If-Match',
    'precondition',
    `does not match the current ETag ${current}: read the resource again and repeat the change`,
  );
}

function requestedTagsOf(event: APIGatewayProxyEvent): string[] {
  return headerValuesOf(event, 'if-match')
    .join(',')
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}
