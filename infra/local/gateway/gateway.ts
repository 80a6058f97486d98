import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { InvocationResult } from '../lambda/protocol.ts';
import type { ApiModel } from '../template/api.ts';
import { type Answer, gatewayAnswer, lambdaAnswer } from './answers.ts';
import { createProxyEvent, type GatewayRequest } from './proxy-event.ts';
import { createRouteFinder, type FindRoute, type RouteMatch } from './routes.ts';

export interface Gateway {
  readonly baseUrl: string;
  /** Takes no new requests; resolves when the running ones are answered or `graceMs` is over. */
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

/** Of a request to a REST API, and of the event that a function can be invoked with. */
const bodyBytesMax = 10_485_760;
export const eventBytesMax = 6_291_556;

/** Rejects with the system's error (`EADDRINUSE`) when the port is taken. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const context: Context = {
    integrationTimeoutSeconds: 29,
    ...options,
    findRoute: createRouteFinder(options.api.routes),
  };
  const server = createServer((request, response) => {
    void handle(context, request, response);
  });

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(options.port, '127.0.0.1', resolve);
  });
  const { port } = parseAddress(server.address());

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

function parseAddress(address: AddressInfo | string | null): AddressInfo {
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');

  return address;
}

async function handle(context: Context, incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const requestId = randomUUID();

  try {
    const body = await readBody(incoming);
    const answer =
      body === undefined
        ? gatewayAnswer(context.api, 'REQUEST_TOO_LARGE', requestId)
        : await answerRequest(context, describeRequest(incoming, body, requestId), incoming.headers.accept);
    if (body === undefined) response.shouldKeepAlive = false;
    writeAnswer(response, answer);
  } catch {
    // The client went away, or a function answered with a header that HTTP forbids.
    if (response.headersSent || response.destroyed) response.destroy();
    else writeAnswer(response, gatewayAnswer(context.api, 'INTEGRATION_FAILURE', requestId));
  }
}

async function answerRequest(
  context: Context,
  request: GatewayRequest,
  accept: string | undefined,
): Promise<Answer> {
  const { api } = context;
  const { requestId } = request;
  const match = context.findRoute(request.method, request.path);
  if (match === undefined) return gatewayAnswer(api, 'MISSING_AUTHENTICATION_TOKEN', requestId);

  const event = createEvent(request, match, api);
  if (event === undefined) return gatewayAnswer(api, 'BAD_REQUEST_PARAMETERS', requestId);
  if (Buffer.byteLength(JSON.stringify(event)) > eventBytesMax) {
    return gatewayAnswer(api, 'REQUEST_TOO_LARGE', requestId);
  }

  const result = await withTimeout(
    context.invoke(match.route.functionArn, event),
    context.integrationTimeoutSeconds,
  );
  if (result === undefined) return gatewayAnswer(api, 'INTEGRATION_TIMEOUT', requestId);
  if (result.kind === 'error') return gatewayAnswer(api, 'INTEGRATION_FAILURE', requestId);

  return lambdaAnswer(result.payload, api, { requestId, accept });
}

function createEvent(request: GatewayRequest, match: RouteMatch, api: ApiModel) {
  try {
    decodeURIComponent(request.path);

    return createProxyEvent(request, match, api);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}

function describeRequest(incoming: IncomingMessage, body: Buffer, requestId: string): GatewayRequest {
  const [path = '/', ...query] = (incoming.url ?? '/').split('?');
  const seconds = Math.floor(Date.now() / 1000).toString(16);

  return {
    requestId,
    traceId: `Root=1-${seconds}-${randomBytes(12).toString('hex')}`,
    method: incoming.method ?? 'GET',
    path,
    query: query.join('?'),
    rawHeaders: incoming.rawHeaders,
    body,
    sourceIp: incoming.socket.remoteAddress ?? '127.0.0.1',
    port: incoming.socket.localPort ?? 80,
    protocol: `HTTP/${incoming.httpVersion}`,
  };
}

/** `undefined` when the body is too large; what is too much is read and dropped, so that the answer gets through. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;

  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= bodyBytesMax) chunks.push(chunk);
  }

  return size > bodyBytesMax ? undefined : Buffer.concat(chunks);
}

async function withTimeout<Value>(promise: Promise<Value>, seconds: number): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), seconds * 1000);
  });

  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

function writeAnswer(response: ServerResponse, { status, headers, body }: Answer): void {
  const outgoing: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    outgoing[name] = typeof value === 'string' ? value : [...value];
  }
  response.writeHead(status, { ...outgoing, 'content-length': body.length }).end(body);
}
