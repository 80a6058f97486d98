import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenOnLoopback, loopbackHost } from '../engines/loopback.ts';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { ApiModel } from '../template/api.ts';
import { compressResponse } from './compression.ts';
import { collectHeaders, headerBytes, headerValues, lastHeader, type MultiValues } from './headers.ts';
import { eventBytesMax, headerBytesMax, urlLengthMax } from './limits.ts';
import { respondToMalformedRequest } from './malformed-requests.ts';
import { objectResponse, type ReadObject } from './object-responses.ts';
import { type GatewayRequest, tryCreateProxyEvent } from './proxy-event.ts';
import { refuse } from './refusals.ts';
import { decodeBody, readBody } from './request-body.ts';
import { parseRequestTarget, type RequestTarget } from './request-target.ts';
import { gatewayResponse, type HttpResponse, lambdaResponse } from './responses.ts';
import { createRouteFinder, type FindRoute } from './routes.ts';

export interface Gateway {
  readonly endpoint: string;
  /** Stops accepting requests. Resolves when the running ones have responses, or after `graceMs`. */
  stop(graceMs: number): Promise<void>;
}

export interface GatewayOptions {
  readonly api: ApiModel;
  readonly port: number;
  readonly invoke: (functionArn: string, event: unknown) => Promise<InvocationResult>;
  /** Reads an object for a route that integrates a bucket. */
  readonly readObject: ReadObject;
  /**
   * Default 29: https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-execution-service-limits-table.html
   */
  readonly integrationTimeoutSeconds?: number;
}

type Context = Required<Omit<GatewayOptions, 'port'>> & { readonly findRoute: FindRoute };

/** @throws {PortTaken} */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const context: Context = {
    integrationTimeoutSeconds: 29,
    ...options,
    findRoute: createRouteFinder(options.api.routes),
  };
  // Node refuses longer headers itself; the gateway's limit is lower.
  const server = createServer({ maxHeaderSize: 65_536 }, (request, response) => {
    void receiveRequest(context, request, response);
  }).on('clientError', (error, socket) => {
    respondToMalformedRequest(error, socket, options.api, randomUUID());
  });
  const port = await listenOnLoopback(server, 'The API', options.port);

  return {
    endpoint: `http://${loopbackHost}:${port}`,
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

async function receiveRequest(
  context: Context,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const ids = { requestId: randomUUID(), extendedRequestId: `${randomBytes(11).toString('base64url')}=` };

  try {
    const body = await readBody(incoming);
    if (body === undefined) response.shouldKeepAlive = false;
    const reply = await handleRequest(context, { ...ids, incoming, body });
    const accepted = incoming.headers['accept-encoding'];
    const acceptEncoding = Array.isArray(accepted) ? accepted.join() : accepted;
    writeResponse(response, compressResponse(reply, acceptEncoding, context.api.compressionSizeMin), ids);
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
  // A text is the name of a refusal.
  if (typeof decoded === 'string') return refuse(decoded);
  const target = parseRequestTarget(url, lastHeader(headers, 'host') ?? '', context.api);
  if (target === undefined) return refuse('unknownTarget');

  return integrate(context, { ...describeRequest(incoming, ids), ...target, body: decoded }, headers);
}

async function integrate(
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

  const { route } = match;
  if ('object' in route) {
    const { pathParameters } = match;
    const ifNoneMatch = lastHeader(headers, 'if-none-match');

    return objectResponse(route.object, { pathParameters, ifNoneMatch, requestId }, context.readObject);
  }

  const event = tryCreateProxyEvent(request, match, api);
  if (event === undefined) return gatewayResponse(api, 'BAD_REQUEST_PARAMETERS', requestId);
  if (Buffer.byteLength(JSON.stringify(event)) > eventBytesMax) return refuse('eventTooLarge');

  const result = await withTimeout(
    context.invoke(route.functionArn, event),
    context.integrationTimeoutSeconds,
  );
  if (result === undefined) return gatewayResponse(api, 'INTEGRATION_TIMEOUT', requestId);
  if (result.kind !== 'answer') return gatewayResponse(api, 'DEFAULT_5XX', requestId);

  return lambdaResponse(result.payload, api, { requestId, accept: lastHeader(headers, 'accept') });
}

/** Resolves with `undefined` when the promise takes longer than `seconds`. */
async function withTimeout<Value>(promise: Promise<Value>, seconds: number): Promise<Value | undefined> {
  const timeout = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => timeout.resolve(undefined), seconds * 1000);

  return Promise.race([promise, timeout.promise]).finally(() => clearTimeout(timer));
}

function describeRequest(
  incoming: IncomingMessage,
  ids: RequestIds,
): Omit<GatewayRequest, keyof RequestTarget | 'body'> {
  const [, ...query] = (incoming.url ?? '/').split('?');
  const seconds = Math.floor(Date.now() / 1000).toString(16);
  // As on AWS, this header overrides the method.
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
    // Node's own header does not follow a moved clock.
    date: new Date().toUTCString(),
    'x-amzn-requestid': ids.requestId,
    'x-amz-apigw-id': ids.extendedRequestId,
  };
  for (const [name, value] of Object.entries(headers)) {
    outgoing[name] = typeof value === 'string' ? value : [...value];
  }
  // A response to HEAD would have to state the length of the body of GET, which is not known here.
  if (response.req.method !== 'HEAD') outgoing['content-length'] = String(body.length);
  response.writeHead(status, outgoing).end(body);
}
