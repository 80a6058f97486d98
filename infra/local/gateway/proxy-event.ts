import type { APIGatewayEventRequestContext, APIGatewayProxyEvent } from 'aws-lambda';
import type { ApiModel } from '../template/api.ts';
import type { RouteMatch } from './routes.ts';

export interface GatewayRequest {
  readonly requestId: string;
  readonly traceId: string;
  readonly method: string;
  /** Without the query, still percent-encoded. */
  readonly path: string;
  readonly query: string;
  /** Names and values in turn, as they came over the wire. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly port: number;
  readonly protocol: string;
}

type MultiValues = Record<string, string[]>;

/**
 * The event of a Lambda proxy integration of a REST API.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/set-up-lambda-proxy-integrations.html#api-gateway-simple-proxy-for-lambda-input-format
 * @throws URIError when the query is not properly percent-encoded.
 */
export function createProxyEvent(
  request: GatewayRequest,
  { route, pathParameters }: RouteMatch,
  api: ApiModel,
): APIGatewayProxyEvent {
  const headers = collectHeaders(request);
  const query = parseQuery(request.query);
  const isBase64Encoded = isBinary(last(headerValues(headers, 'content-type')), api.binaryMediaTypes);

  return {
    resource: route.path,
    path: request.path,
    httpMethod: request.method,
    headers: lastValues(headers) ?? {},
    multiValueHeaders: headers,
    queryStringParameters: lastValues(query),
    multiValueQueryStringParameters: Object.keys(query).length === 0 ? null : query,
    pathParameters: Object.keys(pathParameters).length === 0 ? null : { ...pathParameters },
    stageVariables: null,
    requestContext: createRequestContext(request, route, api, headers),
    body: request.body.length === 0 ? null : request.body.toString(isBase64Encoded ? 'base64' : 'utf8'),
    isBase64Encoded: isBase64Encoded && request.body.length > 0,
  };
}

/** Whether a media type is one of an API's binary media types; parameters such as the charset do not count. */
export function isBinary(mediaType: string | undefined, binaryMediaTypes: readonly string[]): boolean {
  const essence = mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';

  return binaryMediaTypes.includes('*/*') || (essence !== '' && binaryMediaTypes.includes(essence));
}

function createRequestContext(
  request: GatewayRequest,
  route: RouteMatch['route'],
  api: ApiModel,
  headers: MultiValues,
): APIGatewayEventRequestContext {
  const domainName = last(headerValues(headers, 'host')) ?? 'localhost';
  const now = new Date();

  return {
    accountId: '000000000000',
    apiId: api.id,
    authorizer: null,
    domainName,
    domainPrefix: domainName.split('.')[0],
    extendedRequestId: request.requestId,
    httpMethod: request.method,
    identity: createIdentity(request.sourceIp, last(headerValues(headers, 'user-agent'))),
    path: request.path,
    protocol: request.protocol,
    requestId: request.requestId,
    requestTime: formatRequestTime(now),
    requestTimeEpoch: now.getTime(),
    resourceId: route.resourceId,
    resourcePath: route.path,
    stage: api.stage,
  };
}

function createIdentity(
  sourceIp: string,
  userAgent: string | undefined,
): APIGatewayEventRequestContext['identity'] {
  return {
    accessKey: null,
    accountId: null,
    apiKey: null,
    apiKeyId: null,
    caller: null,
    clientCert: null,
    cognitoAuthenticationProvider: null,
    cognitoAuthenticationType: null,
    cognitoIdentityId: null,
    cognitoIdentityPoolId: null,
    principalOrgId: null,
    sourceIp,
    user: null,
    userAgent: userAgent ?? null,
    userArn: null,
  };
}

function collectHeaders({ rawHeaders, sourceIp, port, traceId }: GatewayRequest): MultiValues {
  const headers: MultiValues = {};

  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    // The gateway keeps what concerns the connection only to itself.
    if (['connection', 'content-length', 'transfer-encoding'].includes(name.toLowerCase())) continue;
    const known = Object.keys(headers).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
    headers[known] = [...(headers[known] ?? []), rawHeaders[index + 1] ?? ''];
  }
  const forwardedFor = [...takeHeader(headers, 'x-forwarded-for'), sourceIp].join(', ');
  takeHeader(headers, 'x-forwarded-port');
  takeHeader(headers, 'x-forwarded-proto');
  takeHeader(headers, 'x-amzn-trace-id');

  return {
    ...headers,
    'X-Amzn-Trace-Id': [traceId],
    'X-Forwarded-For': [forwardedFor],
    'X-Forwarded-Port': [String(port)],
    // Not https as on AWS: an address that is built from this must work.
    'X-Forwarded-Proto': ['http'],
  };
}

function takeHeader(headers: MultiValues, name: string): string[] {
  const key = Object.keys(headers).find((candidate) => candidate.toLowerCase() === name);
  const values = key === undefined ? [] : (headers[key] ?? []);
  if (key !== undefined) delete headers[key];

  return values;
}

function headerValues(headers: MultiValues, name: string): string[] {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? [];
}

function parseQuery(query: string): MultiValues {
  const values: MultiValues = Object.create(null);

  for (const pair of query.split('&').filter((text) => text !== '')) {
    const [name = '', ...value] = pair.split('=');
    const key = decodeComponent(name);
    values[key] = [...(values[key] ?? []), decodeComponent(value.join('='))];
  }

  return { ...values };
}

function decodeComponent(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}

function lastValues(values: MultiValues): Record<string, string> | null {
  const entries = Object.entries(values).map(([key, list]): [string, string] => [key, last(list) ?? '']);

  return entries.length === 0 ? null : Object.fromEntries(entries);
}

function last(values: readonly string[]): string | undefined {
  return values[values.length - 1];
}

/** As in `09/Apr/2015:12:34:56 +0000`. */
function formatRequestTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ');

  return `${day}/${month}/${year}:${clock} +0000`;
}
