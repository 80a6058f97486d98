import type { EngineRequest } from '../http-server.ts';
import { parseJson, ServiceError } from '../service-error.ts';
import { parseMaxResults } from './schedule-input.ts';

/** An operation on one named resource. Its result is the JSON response. */
export type Operation = (request: EngineRequest, name: string) => unknown;

export const notFound = (description: string) =>
  new ServiceError('ResourceNotFoundException', 404, `${description} does not exist.`);

export const alreadyExists = (description: string) =>
  new ServiceError('ConflictException', 409, `${description} already exists.`);

/** The region comes from the signature: `Credential=AKID/20260101/eu-west-1/scheduler/aws4_request`. */
export function schedulerArn({ headers }: EngineRequest, resource: string): string {
  const [, , region] = (headers.authorization ?? '').split('/', 3);

  return `arn:aws:scheduler:${region ?? 'us-east-1'}:000000000000:${resource}`;
}

/** The token that makes a request idempotent. @throws {ServiceError} ValidationException, for a body that is not JSON. */
export function clientTokenOf({ method, query, body }: EngineRequest): string | undefined {
  if (method === 'DELETE') {
    return query.get('clientToken') ?? undefined;
  }
  const input = body === '' ? undefined : parseJson(body);
  const token =
    typeof input === 'object' && input !== null && 'ClientToken' in input ? input.ClientToken : undefined;

  return typeof token === 'string' ? token : undefined;
}

/** One page of a list, sorted by key. The page token is the last key of the preceding page. */
export function listPage<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
  query: URLSearchParams,
) {
  const size = parseMaxResults(query.get('MaxResults'));
  const after = Buffer.from(query.get('NextToken') ?? '', 'base64url').toString();
  const sorted = items.toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
  const remaining = sorted.filter((item) => keyOf(item) > after);
  const page = remaining.slice(0, size);
  const last = page.at(-1);
  const hasMore = remaining.length > page.length && last !== undefined;

  return { items: page, nextToken: hasMore ? Buffer.from(keyOf(last)).toString('base64url') : undefined };
}
