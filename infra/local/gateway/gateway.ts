import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { ApiModel } from '../template/api.ts';
import { decodeBody } from './content-coding.ts';
import { collectHeaders, headerBytes, headerValues, lastHeader, type MultiValues } from './headers.ts';
import { eventBytesMax, headerBytesMax, urlLengthMax } from './limits.ts';
import { createProxyEvent, type GatewayRequest } from './proxy-event.ts';
import { readBody } from './read-body.ts';
import { refuse } from './refusals.ts';
import { parseRequestTarget, type RequestTarget } from './request-target.ts';
import { gatewayResponse, type HttpResponse, lambdaResponse } from './responses.ts';
import { createRouteFinder, type FindRoute, type RouteMatch } from './routes.ts';
import { withTimeout } from './with-timeout.ts';

export interface Gateway {
  readonly baseUrl: string;
  /** Stops accepting requests. Resolves when the running ones have responses, or after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export interface GatewayOptions {
  readonly api: ApiModel;
  readonly port: number;
  readonly invoke: (functionArn: string, event: unknown) => Promise<InvocationResult>;
  /** Default 29: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html */
  readonly integrationTimeoutSeconds?: number;
}

type Context = Required<Omit<GatewayOptions, 'port'>> & { readonly findRoute: FindRoute };

/** Rejects with the system error (`EADDRINUSE`) when the port is taken. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const context: Context = {
    integrationTimeoutSeconds: 29,
    ...options,
    findRoute: createRouteFinder(options.api.routes),
  };
  // Node refuses longer headers itself; the gateway's limit is lower.
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    void receiveRequest(context, request, response);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = parseTarget(server.address());

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    stop: (graceMs) =>
      new Promise((resolve) => {
        const timer = setTimeout(() => server.closeAllConnections(), graceMs);
        server.close(() => {
          clearTimeout(timer);
          resolve();
        });
        server.closeIdleConnections();
      }),
  };
}

function parseTarget(address: AddressInfo | string | null): AddressInfo {
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');

  return address;
}

async function receiveRequest(
  context: Context,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ids = { requestId: randomUUID(), extendedRequestId: `${randomBytes(11).toString('base64url')}=` };

  try {
    const body = await readBody(incoming);
    if (body === undefined) response.shouldKeepAlive = false;
    writeResponse(response, await handleRequest(context, { ...ids, incoming, body }), ids);
  } catch {
    // The client disconnected, or a function returned a header that HTTP forbids.
    if (response.headersSent || response.destroyed) response.destroy();
    else writeResponse(response, gatewayResponse(context.api, 'DEFAULT_5XX', ids.requestId), ids);
  }
}

interface RequestIds {
  readonly requestId: string;
  readonly extendedRequestId: string;
}

interface ReceivedRequest extends RequestIds {
  readonly incoming: IncomingMessage;
  /** `undefined`: too large. */
  readonly body: Buffer | undefined;
}

/** Checks before routing. AWS does not document their order. */
async function handleRequest(
  context: Context,
  { incoming, body, ...ids }: ReceivedRequest,
): Promise<HttpResponse> {
  const url = incoming.url ?? '/';
  const headers = collectHeaders(incoming.rawHeaders);
  if (url.length > urlLengthMax) return refuse('urlTooLong');
  if (headerBytes(headers) > headerBytesMax) return refuse('headersTooLarge');
  if (body === undefined) return refuse('bodyTooLarge');
  const decoded = decodeBody(body, headerValues(headers, 'content-encoding'));
  if (typeof decoded === 'string') return refuse(decoded);
  const address = parseRequestTarget(url, lastHeader(headers, 'host') ?? '', context.api);
  if (address === undefined) return refuse('unknownStage');

  return invokeRoute(context, { ...describeRequest(incoming, ids), ...address, body: decoded }, headers);
}

async function invokeRoute(
  context: Context,
  request: GatewayRequest,
  headers: MultiValues,
): Promise<HttpResponse> {
  const { api } = context;
  const { requestId } = request;
  const match = context.findRoute(request.method, request.path);
  if (match === undefined) {
    // Without an authorizer, the gateway reads an Authorization header as an AWS signature.
    const isSigned = lastHeader(headers, 'authorization') !== undefined;

    return gatewayResponse(api, isSigned ? 'INVALID_SIGNATURE' : 'MISSING_AUTHENTICATION_TOKEN', requestId);
  }

  const event = createEvent(request, match, api);
  if (event === undefined) return gatewayResponse(api, 'BAD_REQUEST_PARAMETERS', requestId);
  if (Buffer.byteLength(JSON.stringify(event)) > eventBytesMax) return refuse('eventTooLarge');

  const result = await withTimeout(
    context.invoke(match.route.functionArn, event),
    context.integrationTimeoutSeconds,
  );
  if (result === undefined) return gatewayResponse(api, 'INTEGRATION_TIMEOUT', requestId);
  if (result.kind === 'error') return gatewayResponse(api, 'DEFAULT_5XX', requestId);

  return lambdaResponse(result.payload, api, { requestId, accept: lastHeader(headers, 'accept') });
}

/** A path that cannot be decoded is refused; AWS does not document its response. */
function createEvent(request: GatewayRequest, match: RouteMatch, api: ApiModel) {
  try {
    decodeURIComponent(request.path);

    return createProxyEvent(request, match, api);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function describeRequest(
  incoming: IncomingMessage,
  ids: RequestIds,
): Omit<GatewayRequest, keyof RequestTarget | 'body'> {
  const [, ...query] = (incoming.url ?? '/').split('?');
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  // This header overrides the method.
  const override = incoming.headers['x-http-method-override'];

  return {
    ...ids,
    traceId: `Root=1-${seconds}-${randomBytes(12).toString('hex')}`,
    method: typeof override === 'string' ? override.toUpperCase() : (incoming.method ?? 'GET'),
    query: query.join('?'),
    rawHeaders: incoming.rawHeaders,
    sourceIp: incoming.socket.remoteAddress ?? '127.0.0.1',
    port: incoming.socket.localPort ?? 80,
    protocol: `HTTP/${incoming.httpVersion}`,
  };
}

function writeResponse(
  response: ServerResponse,
  { status, headers, body }: HttpResponse,
  ids: RequestIds,
): void {
  const outgoing: Record<string, string | string[]> = {
    'x-amzn-requestid': ids.requestId,
    'x-amz-apigw-id': ids.extendedRequestId,
  };
  for (const [name, value] of Object.entries(headers)) {
    outgoing[name] = typeof value === 'string' ? value : [...value];
  }
  response.writeHead(status, { ...outgoing, 'content-length': body.length }).end(body);
}
