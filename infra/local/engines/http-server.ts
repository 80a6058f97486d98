import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { closeServer, type LoopbackServer, listenOnLoopback, loopbackHost } from './loopback.ts';

export interface EngineRequest {
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export interface EngineResponse {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

interface HttpServerOptions {
  /** Name of the engine, for error messages. */
  readonly engine: string;
  readonly port?: number | undefined;
  respond(request: EngineRequest): EngineResponse | Promise<EngineResponse>;
}

/** Above the largest AWS request (SQS 1 MB, DynamoDB 16 MB). Limits the memory that a faulty client can use. */
const bodyBytesMax = 32 * 1024 * 1024;

/**
 * HTTP server of the local engines. An error that `respond` throws becomes a 500 with its message.
 * @throws {PortTaken}
 */
export async function startHttpServer(options: HttpServerOptions): Promise<LoopbackServer> {
  const server = createServer((incoming, outgoing) => {
    void serve(options, incoming, outgoing);
  });
  const port = await listenOnLoopback(server, options.engine, options.port);

  return { endpoint: `http://${loopbackHost}:${port}`, stop: () => closeServer(server) };
}

async function serve(options: HttpServerOptions, incoming: IncomingMessage, outgoing: ServerResponse) {
  let response: EngineResponse;
  try {
    response = await options.respond(await readRequest(incoming));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    response = { status: 500, body: JSON.stringify({ message: `${options.engine}: ${message}` }) };
  }
  outgoing.writeHead(response.status, { 'content-type': 'application/json', ...response.headers });
  outgoing.end(response.body);
}

async function readRequest(incoming: IncomingMessage): Promise<EngineRequest> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming) {
    const buffer = Buffer.from(chunk);
    bytes += buffer.length;
    if (bytes > bodyBytesMax) {
      throw new Error(`the request body is larger than ${bodyBytesMax} bytes`);
    }
    chunks.push(buffer);
  }
  const url = new URL(incoming.url ?? '/', `http://${loopbackHost}`);

  return {
    method: incoming.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    headers: incoming.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}
