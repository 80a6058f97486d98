import type { APIGatewayEventRequestContext, APIGatewayProxyEvent } from 'aws-lambda';
import type { ApiModel } from '../template/api.ts';
import { collectHeaders, forFunction, headerValues, lastHeader, type MultiValues } from './headers.ts';
import { parseQuery, type RequestTarget } from './request-target.ts';
import type { RouteMatch } from './routes.ts';

/** A request after the checks that precede routing. */
export interface GatewayRequest extends RequestTarget {
  readonly requestId: string;
  readonly extendedRequestId: string;
  readonly traceId: string;
  readonly method: string;
  /** Text after the first `?`, still encoded. */
  readonly query: string;
  /** Names and values alternate, as received. */
  readonly rawHeaders: readonly string[];
  /** Decompressed. */
  readonly body: Buffer;
  readonly sourceIp: string;
  readonly port: number;
  readonly protocol: string;
}

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
  const headers = withForwarding(forFunction(collectHeaders(request.rawHeaders)), request);
  const query = parseQuery(request.query);
  const isBase64Encoded =
    request.body.length > 0 && isBinary(lastHeader(headers, 'content-type'), api.binaryMediaTypes);

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
    isBase64Encoded,
  };
}

/** A path or query that cannot be decoded is refused; AWS does not document its response. */
export function tryCreateProxyEvent(
  request: GatewayRequest,
  match: RouteMatch,
  api: ApiModel,
): APIGatewayProxyEvent | undefined {
  try {
    decodeURIComponent(request.path);

    return createProxyEvent(request, match, api);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

/** Whether a media type is one of an API's binary media types. Parameters such as the charset are ignored. */
export function isBinary(mediaType: string | undefined, binaryMediaTypes: readonly string[]): boolean {
  const essence = mediaType?.split(';')[0]?.trim().toLowerCase() ?? '';

  return binaryMediaTypes.includes('*/*') || (essence !== '' && binaryMediaTypes.includes(essence));
}

type Identity = APIGatewayEventRequestContext['identity'];

/** Without an authorizer and usage plans, AWS omits `authorizer`, `apiKey` and `apiKeyId`, which the types require. */
function createRequestContext(
  request: GatewayRequest,
  route: RouteMatch['route'],
  api: ApiModel,
  headers: MultiValues,
): APIGatewayEventRequestContext {
  // Includes the port, unlike AWS, so that addresses that are built from it work.
  const domainName = lastHeader(headers, 'host') ?? 'localhost';
  const now = new Date();

  return {
    accountId: '000000000000',
    // API ids on AWS have no capital letters.
    apiId: api.id.toLowerCase(),
    deploymentId: 'local',
    domainName,
    domainPrefix: domainName.split('.')[0],
    extendedRequestId: request.extendedRequestId,
    httpMethod: request.method,
    identity: createIdentity(request.sourceIp, lastHeader(headers, 'user-agent')),
    path: request.requestPath,
    protocol: request.protocol,
    requestId: request.requestId,
    requestTime: formatRequestTime(now),
    requestTimeEpoch: now.getTime(),
    resourceId: route.resourceId,
    resourcePath: route.path,
    stage: api.stage,
  } as Omit<APIGatewayEventRequestContext, 'authorizer'> as APIGatewayEventRequestContext;
}

function createIdentity(sourceIp: string, userAgent: string | undefined): Identity {
  return {
    accessKey: null,
    accountId: null,
    caller: null,
    cognitoAuthenticationProvider: null,
    cognitoAuthenticationType: null,
    cognitoIdentityId: null,
    cognitoIdentityPoolId: null,
    principalOrgId: null,
    sourceIp,
    user: null,
    userAgent: userAgent ?? null,
    userArn: null,
  } as Omit<Identity, 'apiKey' | 'apiKeyId' | 'clientCert'> as Identity;
}

const setByGateway = new Set(['x-forwarded-for', 'x-forwarded-port', 'x-forwarded-proto', 'x-amzn-trace-id']);

function withForwarding(headers: MultiValues, { sourceIp, port, traceId }: GatewayRequest): MultiValues {
  const others = Object.entries(headers).filter(([name]) => !setByGateway.has(name.toLowerCase()));

  return {
    ...Object.fromEntries(others),
    'X-Amzn-Trace-Id': [traceId],
    'X-Forwarded-For': [[...headerValues(headers, 'x-forwarded-for'), sourceIp].join(', ')],
    'X-Forwarded-Port': [String(port)],
    // Not https as on AWS, so that addresses that are built from this header work.
    'X-Forwarded-Proto': ['http'],
  };
}

/** The last value of each parameter, for `headers` and `queryStringParameters`. */
function lastValues(values: MultiValues): Record<string, string> | null {
  const entries = Object.entries(values).map(([key, list]): [string, string] => [key, list.at(-1) ?? '']);

  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Format: `09/Apr/2015:12:34:56 +0000`. */
function formatRequestTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(' ');

  return `${day}/${month}/${year}:${clock} +0000`;
}
