import type { ClientRequest } from 'node:http';
import { Socket } from 'node:net';
import type { ServiceCall } from './access.ts';
import type { Judge, Refusal } from './judge.ts';

// An ESM import of `node:http` would load undici for every function.
const http = process.getBuiltinModule('node:http');

interface GuardOptions {
  /** Of whoever makes the present call; undefined for those that nobody judges. */
  readonly judge: () => Judge | undefined;
  readonly onRefusal: (refusal: Refusal) => void;
}

/**
 * From now on, every request of this thread that is signed for AWS is judged before a byte of it leaves, and a refused
 * one is answered here, as its service would. Requests to mail servers and subscribers are signed otherwise or not at all.
 */
export function guardCalls({ judge, onRefusal }: GuardOptions): void {
  const { end } = http.ClientRequest.prototype;

  http.ClientRequest.prototype.end = function (this: ClientRequest, ...rest: unknown[]) {
    const scope = readScope(this.getHeader('authorization'));
    const refuse = scope && judge();
    if (!scope || !refuse) return Reflect.apply(end, this, rest);
    const refusal = refuse(readCall(this, scope, rest[0]));
    if (!refusal) return Reflect.apply(end, this, rest);
    onRefusal(refusal);
    answerInstead(this, scope.service, refusal.message);

    return this;
  } as typeof end;
}

type Scope = Pick<ServiceCall, 'service' | 'region'>;

/**
 * `AWS4-HMAC-SHA256 Credential=<key>/20260101/eu-west-1/dynamodb/aws4_request, …`; undefined without a signature of AWS.
 * @throws for one that is made otherwise
 */
function readScope(authorization: unknown): Scope | undefined {
  if (typeof authorization !== 'string' || !authorization.startsWith('AWS4-')) return undefined;
  const [, region, service] =
    /^\S+ Credential=[^,]*\/\d{8}\/([\w-]+)\/([\w-]+)\/aws4_request/.exec(authorization) ?? [];
  if (region === undefined || service === undefined) {
    throw new Error('It cannot be told for what this is signed');
  }

  return { region, service };
}

/** @throws for a body that comes in parts: the first of them would have left already */
function readCall(request: ClientRequest, scope: Scope, body: unknown): ServiceCall {
  if (request.headersSent)
    throw new Error(`A request to ${scope.service} has left before it could be judged`);
  const target = String(request.getHeader('x-amz-target') ?? '');

  return {
    ...scope,
    operation: target.slice(target.indexOf('.') + 1),
    method: request.method,
    path: request.path,
    body: textOf(body),
  };
}

function textOf(body: unknown): string {
  if (typeof body === 'string') return body;
  if (!(body instanceof Uint8Array)) return '';

  return Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString();
}

const badRequest = new Set(['dynamodb', 'kms']);

function answerInstead(request: ClientRequest, service: string, Message: string): void {
  const answer = new http.IncomingMessage(new Socket());
  answer.statusCode = badRequest.has(service) ? 400 : 403;
  answer.headers = {
    'content-type': 'application/json',
    'x-amzn-errortype': 'AccessDeniedException',
    ...(service === 'sqs' && { 'x-amzn-query-error': 'AccessDenied;Sender' }),
  };
  answer.push(JSON.stringify({ __type: 'com.amazon.coral.service#AccessDeniedException', Message }));
  answer.push(null);
  // It ends without having left, which is no error.
  request.on('error', () => undefined);
  process.nextTick(() => {
    request.emit('response', answer);
    request.destroy();
  });
}
