import { randomUUID } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import type { Method } from '#lib/http/contract.ts';

export interface TestRequest {
  readonly method: Method | 'HEAD';
  /** With its parameters filled in. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly apiKey?: string;
  /** `name=value`, as a browser sends it. */
  readonly cookie?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a string, which is sent unchanged. */
  readonly body?: unknown;
  readonly sourceIp?: string;
  /** Host name of the request. */
  readonly domainName?: string | undefined;
  readonly apiId?: string;
  /** The stage at the start of the path, if the host is the gateway's own. */
  readonly stage?: string;
  /** Epoch milliseconds of the gateway's clock. */
  readonly at?: number;
}

export interface TestReply {
  readonly status: number;
  /** Several values of one name, such as cookies, are joined by line breaks. */
  readonly headers: Readonly<Record<string, string>>;
  /** Parsed; undefined without a body, or when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary response fields
  readonly body: any;
  readonly text: string;
  /** Whether the body is base64. */
  readonly isBase64?: boolean;
}

/** Calls an exported handler like the gateway. */
export async function call(handler: EndpointHandler, request: TestRequest): Promise<TestReply> {
  const result = await handler(gatewayEvent(request), context);
  const headers = Object.fromEntries(
    [
      ...Object.entries(result.headers ?? {}),
      ...Object.entries(result.multiValueHeaders ?? {}).map(([name, values]) => [name, values.join('\n')]),
    ].map(([name = '', value]) => [name.toLowerCase(), String(value)]),
  );

  return {
    status: result.statusCode,
    headers,
    body:
      headers['content-type'] === 'application/json' && result.body !== ''
        ? JSON.parse(result.body)
        : undefined,
    text: result.body,
    ...(result.isBase64Encoded && { isBase64: true }),
  } satisfies TestReply & Pick<APIGatewayProxyResult, never>;
}

/**
 * The event that API Gateway (REST) passes to a function:
 * https://docs.aws.amazon.com/lambda/latest/dg/services-apigateway.html
 */
export function gatewayEvent(request: TestRequest): APIGatewayProxyEvent {
  const { method, path, params, query, apiKey, body, sourceIp = '203.0.113.7', at = Date.now() } = request;
  const { domainName = hostOf(path), apiId = 'api', stage } = request;
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  const headers: Record<string, string> = {
    ...(apiKey !== undefined && { Authorization: `Bearer ${apiKey}` }),
    ...(request.cookie !== undefined && { Cookie: request.cookie }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...request.headers,
  };
  const multi = (values: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, [value]]));

  return {
    httpMethod: method,
    path,
    resource: path,
    headers,
    multiValueHeaders: multi(headers),
    pathParameters: params ?? null,
    queryStringParameters: query ?? null,
    multiValueQueryStringParameters: query ? multi(query) : null,
    stageVariables: null,
    body: text ?? null,
    isBase64Encoded: false,
    // Functions read the id, the time, both addresses and the path with its stage from the context.
    requestContext: {
      requestId: randomUUID(),
      requestTimeEpoch: at,
      identity: { sourceIp },
      domainName,
      apiId,
      path: stage === undefined ? path : `/${stage}${path}`,
    } as APIGatewayProxyEvent['requestContext'],
  };
}

/** Links in messages point to the stage's own host. */
function hostOf(path: string): string {
  const linksBaseUrl = process.env['LINKS_BASE_URL'];

  return path.startsWith('/t/') && linksBaseUrl ? new URL(linksBaseUrl).host : 'api.outreach.example';
}

const context = { getRemainingTimeInMillis: () => 25_000 } as Context;
