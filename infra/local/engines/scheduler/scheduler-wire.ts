import type { EngineRequest } from '../http-server.ts';
import { ServiceError } from '../service-error.ts';
import { parseJson } from './schedule-input.ts';

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

/** @throws {ServiceError} ValidationException, for a body that is not JSON. */
export function clientTokenOf({ method, query, body }: EngineRequest): string | undefined {
  if (method === 'DELETE') {
    return query.get('clientToken') ?? undefined;
  }
  const input = body === '' ? undefined : parseJson(body);
  const token =
    typeof input === 'object' && input !== null && 'ClientToken' in input ? input.ClientToken : undefined;

  return typeof token === 'string' ? token : undefined;
}
