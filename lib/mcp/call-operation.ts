import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import type { Contract } from '#lib/http/contract.ts';
import { type ToolOperation, toolOperations } from '#lib/mcp/operations.ts';

/** Loads the function of each operation at its first call. */
export type OperationHandlers = Readonly<
  Record<ToolOperation, () => Promise<{ readonly handler: EndpointHandler }>>
>;

/** An object with names that the caller chose. */
export type Arguments = Readonly<Record<string, unknown>>;

export interface OperationReply {
  readonly status: number;
  /** Parsed. An empty body is an empty object. */
  readonly body: Arguments;
}

/** The operation responded with an error. */
export class OperationRefused extends Error {
  override readonly name = 'OperationRefused';
  readonly reply: OperationReply;

  constructor(reply: OperationReply) {
    super('the operation was refused');
    this.reply = reply;
  }
}

/**
 * Performs an operation of the API for the caller of the message. Its function admits, counts, validates, commits and records as for
 * a request over HTTP.
 * @throws OperationRefused
 */
export type CallOperation = (
  operation: ToolOperation,
  values: Arguments,
  idempotencyKey?: string,
) => Promise<OperationReply>;

/** @param noteRemaining receives the requests that remain in the caller's window after an operation */
export function operationCaller(
  event: APIGatewayProxyEvent,
  context: Context,
  handlers: OperationHandlers,
  noteRemaining: (remaining: number) => void,
): CallOperation {
  return async (operation, values, idempotencyKey) => {
    const { handler } = await handlers[operation]();
    const request = operationRequest(event, toolOperations[operation], values, idempotencyKey);
    const { statusCode, headers, body } = await handler(request, context);
    noteRemaining(Number(headers?.['X-RateLimit-Remaining']));
    const reply = { status: statusCode, body: body === '' ? {} : JSON.parse(body) };
    if (statusCode >= 400) throw new OperationRefused(reply);

    return reply;
  };
}

/** The caller's credential, and what the cross-origin rule, the audit log and links read. */
const keptHeaders = [
  'authorization',
  'cookie',
  'host',
  'origin',
  'sec-fetch-site',
  'user-agent',
  'x-forwarded-proto',
];

/** The request to an operation: the same caller, time, address and id, with the values at their places in the contract. */
export function operationRequest(
  event: APIGatewayProxyEvent,
  { method, path, params, body }: Contract,
  values: Arguments,
  idempotencyKey: string | undefined,
): APIGatewayProxyEvent {
  const pathNames = Object.keys(Object(params).shape ?? {});
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const inPath = given.filter(([name]) => pathNames.includes(name));
  const others = given.filter(([name]) => !pathNames.includes(name));
  // `null` is a value of a body, and an absent parameter of a query.
  const query = method === 'GET' ? others.filter(([, value]) => value !== null).map(toText) : [];
  const own = {
    ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
    ...(method !== 'GET' && idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
  };
  const hasBody = method !== 'GET' && (body !== undefined || others.length > 0);

  return {
    ...event,
    httpMethod: method,
    path,
    resource: path,
    headers: { ...kept(event.headers), ...own },
    multiValueHeaders: {
      ...kept(event.multiValueHeaders),
      ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, [value]])),
    },
    pathParameters: inPath.length > 0 ? Object.fromEntries(inPath.map(toText)) : null,
    queryStringParameters: Object.fromEntries(query),
    multiValueQueryStringParameters: Object.fromEntries(query.map(([name, value]) => [name, [value]])),
    body: hasBody ? JSON.stringify(Object.fromEntries(others)) : null,
    isBase64Encoded: false,
    requestContext: { ...event.requestContext, httpMethod: method, path, resourcePath: path },
  };
}

function toText([name, value]: readonly [string, unknown]): [string, string] {
  return [name, typeof value === 'object' ? JSON.stringify(value) : String(value)];
}

function kept<Value>(headers: Readonly<Record<string, Value>> | null): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(headers ?? {}).filter(([name]) => keptHeaders.includes(name.toLowerCase())),
  );
}
