import { createHash } from 'node:crypto';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { closeServer, type LoopbackServer, listenOnLoopback, loopbackHost } from '../engines/loopback.ts';
import type { ServiceName } from '../lambda/function-environment.ts';
import { type AwsCall, delayBody, isEventuallyConsistent, isSend, throttledResponse } from './aws-call.ts';
import type { FaultKind, FaultSettings } from './fault-settings.ts';
import type { TableNames } from './stale-copy.ts';

export interface FaultProxy extends LoopbackServer {
  /** Number of injected faults, by kind. */
  readonly counts: ReadonlyMap<FaultKind, number>;
}

interface ProxiedResponse {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** Duration of the fault `latency`. */
const latencyMs = 100;
/** Engines written for Node.js close idle connections after 6 s. The proxy closes its own before that. */
const agentIdleMs = 3000;
/** Longest delay of the fault `delay`. */
const delaySecondsMax = 60;

/**
 * A proxy between functions and an engine. It injects AWS faults into a share of the calls: latency,
 * connections that are reset before or after the engine has acted, throttled writes, duplicate messages, late
 * messages, late schedules and stale reads. The same seed injects the same faults into the same sequence of calls.
 * @param copy the names of the table and of its stale copy
 */
export async function startFaultProxy(
  service: ServiceName,
  engineEndpoint: string,
  settings: FaultSettings,
  copy?: TableNames,
): Promise<FaultProxy> {
  const counts = new Map<FaultKind, number>();
  const agent = new Agent({ keepAlive: true, timeout: agentIdleMs });
  const nextRandom = randomNumbers(`${settings.seed} ${service}`);
  const shouldInject = (kind: FaultKind) => {
    if (nextRandom() >= settings.rates[kind]) return false;
    counts.set(kind, (counts.get(kind) ?? 0) + 1);

    return true;
  };
  const forward = (call: AwsCall, incoming: IncomingMessage, body: Buffer) =>
    send(new URL(call.path, engineEndpoint), agent, incoming, body, service !== 's3');
  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => outgoing.destroy());
  });
  // By default Node.js closes a connection that was idle for 6 s. A client that then uses it would get a reset that is not an
  // injected fault.
  server.keepAliveTimeout = 0;

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const call = callOf(service, incoming, await buffer(incoming));
    if (shouldInject('latency')) await pause(latencyMs);
    if (shouldInject('reset')) return void outgoing.destroy();
    const throttledBody = throttledResponse(call);
    if (throttledBody !== undefined && shouldInject('throttle')) {
      return void outgoing
        .writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
        .end(throttledBody);
    }
    const delayedBody = delayBody(call, 1 + Math.floor(nextRandom() * delaySecondsMax));
    const body = delayedBody && shouldInject('delay') ? delayedBody : call.body;
    const isStale = copy && isEventuallyConsistent(call) && shouldInject('stale');
    const response = isStale
      ? renamed(await forward(call, incoming, rename(body, copy.live, copy.stale)), copy)
      : await forward(call, incoming, body);
    if (isSend(call) && shouldInject('duplicate')) await forward(call, incoming, call.body);
    if (shouldInject('drop')) return void outgoing.destroy();
    outgoing.writeHead(response.status, response.headers).end(response.body);
  }

  const port = await listenOnLoopback(server, `the fault proxy of ${service}`, undefined);

  return {
    endpoint: `http://${loopbackHost}:${port}`,
    counts,
    stop: async () => {
      agent.destroy();
      await closeServer(server);
    },
  };
}

/** Replaces the name of the table in the body of a call or of a response. */
const rename = (body: Buffer, from: string, to: string) =>
  Buffer.from(body.toString().replaceAll(`"${from}"`, `"${to}"`));

function renamed(response: ProxiedResponse, { live, stale }: TableNames): ProxiedResponse {
  const body = rename(response.body, stale, live);

  return { ...response, body, headers: { ...response.headers, 'content-length': String(body.length) } };
}

/** Pseudorandom numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: string): () => number {
  let count = 0;

  return () => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() / 2 ** 32;
}

function callOf(
  service: ServiceName,
  { method = 'GET', url = '/', headers }: IncomingMessage,
  body: Buffer,
): AwsCall {
  const target = String(headers['x-amz-target'] ?? '');

  return { service, method, path: url, operation: target.slice(target.indexOf('.') + 1), body };
}

function send(
  url: URL,
  agent: Agent,
  { method, headers }: IncomingMessage,
  body: Buffer,
  /** False for S3: the signature of its URLs covers the host. */
  changesHost: boolean,
): Promise<ProxiedResponse> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, {
      ...(method !== undefined && { method }),
      headers: { ...headers, ...(changesHost && { host: url.host }), 'content-length': String(body.length) },
      agent,
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => {
      buffer(incoming).then(
        (bytes) => resolve({ status: incoming.statusCode ?? 500, headers: incoming.headers, body: bytes }),
        reject,
      );
    });
    outgoing.end(body);
  });
}
