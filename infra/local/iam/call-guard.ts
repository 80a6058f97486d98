import type { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import type { ServiceCall } from './access.ts';
import type { PermissionCheck, Refusal } from './permission-check.ts';

// An ESM import of `node:http` would load undici for every function.
const http = process.getBuiltinModule('node:http');

interface GuardOptions {
  /** Returns the permission check of the calling function; undefined for callers without a role. */
  readonly currentPermissionCheck: () => PermissionCheck | undefined;
  readonly onRefusal: (refusal: Refusal) => void;
}

/**
 * Checks every AWS-signed request of this thread before it is sent. A request without permission is not sent;
 * it receives the error that the service would return. Requests to mail servers and webhook endpoints have no AWS
 * signature and are not checked.
 */
export function guardCalls({ currentPermissionCheck, onRefusal }: GuardOptions): void {
  const { end } = http.ClientRequest.prototype;

  http.ClientRequest.prototype.end = function (this: ClientRequest, ...rest: unknown[]) {
    const scope = readScope(this.getHeader('authorization'));
    const check = scope && currentPermissionCheck();
    if (!scope || !check) return Reflect.apply(end, this, rest);
    const refusal = check(readCall(this, scope, rest[0]));
    if (!refusal) return Reflect.apply(end, this, rest);
    onRefusal(refusal);
    respondWithRefusal(this, scope.service, refusal.message);

    return this;
  } as typeof end;
}

type Scope = Pick<ServiceCall, 'service' | 'region'>;

/**
 * Reads region and service from `AWS4-HMAC-SHA256 Credential=<key>/20260101/eu-west-1/dynamodb/aws4_request, …`; undefined
 * without an AWS signature.
 * @throws for another format of an AWS signature
 */
function readScope(authorization: unknown): Scope | undefined {
  if (typeof authorization !== 'string' || !authorization.startsWith('AWS4-')) return undefined;
  const [, region, service] =
    /^\S+ Credential=[^,]*\/\d{8}\/([\w-]+)\/([\w-]+)\/aws4_request/.exec(authorization) ?? [];
  if (region === undefined || service === undefined) {
    throw new Error('Cannot read the scope of this signature');
  }

  return { region, service };
}

/** @throws for a streamed body: its first part would already have been sent */
function readCall(request: ClientRequest, scope: Scope, body: unknown): ServiceCall {
  if (request.headersSent)
    throw new Error(`A request to ${scope.service} was sent before it could be checked`);
  const target = String(request.getHeader('x-amz-target') ?? '');

  return {
    ...scope,
    operation: target.slice(target.indexOf('.') + 1),
    method: request.method,
    path: request.path,
    body: bodyText(body),
  };
}

function bodyText(body: unknown): string {
  if (typeof body === 'string') return body;
  if (!(body instanceof Uint8Array)) return '';

  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

/** These services reject a call without permission with status 400, the others with 403. */
const servicesWithStatus400 = new Set(['dynamodb', 'kms']);

function respondWithRefusal(request: ClientRequest, service: string, Message: string): void {
  const response = new http.IncomingMessage(new Socket());
  response.statusCode = servicesWithStatus400.has(service) ? 400 : 403;
  response.headers = {
    'content-type': 'application/json',
    'x-amzn-errortype': 'AccessDeniedException',
    ...(service === 'sqs' && { 'x-amzn-query-error': 'AccessDenied;Sender' }),
  };
  response.push(
    service === 's3'
      ? `<Error><Code>AccessDenied</Code><Message>${Message}</Message></Error>`
      : JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', Message }),
  );
  response.push(null);
  // The request ends before it was sent, which is not an error.
  request.on('error', () => undefined);
  process.nextTick(() => {
    request.emit('response', response);
    request.destroy();
  });
}
