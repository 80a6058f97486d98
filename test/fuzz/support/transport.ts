import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { EndpointHandler } from '#lib/endpoints/handler.ts';
import { collectHeaders, headerBytes, lastHeader } from '../../../infra/local/gateway/headers.ts';
import { eventBytesMax, headerBytesMax, urlLengthMax } from '../../../infra/local/gateway/limits.ts';
import { createProxyEvent, type GatewayRequest } from '../../../infra/local/gateway/proxy-event.ts';
import type { ApiModel } from '../../../infra/local/template/api.ts';
import { uniqueSourceAddress } from '../../api/support/subject.ts';
import type { Draft } from './draft.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A request takes milliseconds. A request that takes this long hangs or wastes CPU time. */
const patienceMs = 25_000;

/** Public endpoints are rate-limited by address. So few addresses are used that the limits are reached. */
const publicAddresses = 8;

/** Every media type is binary in a deployment. JSON stays text here, because planted bugs inspect it. */
const api: ApiModel = {
  id: 'fuzz',
  stage: 'local',
  routes: [],
  binaryMediaTypes: ['text/csv', 'multipart/form-data', 'application/gzip'],
  gatewayResponses: new Map(),
};

/** Calls the handler with the gateway's event for the request. */
export async function callInProcess(handler: EndpointHandler, draft: Draft): Promise<Answer> {
  const late = pause(patienceMs, undefined, { ref: false }).then(() => {
    throw new Error(`no response within ${patienceMs} ms`);
  });
  const result = await Promise.race([handler(eventOf(draft), context), late]);

  return {
    status: result.statusCode,
    headers: Object.fromEntries(
      Object.entries(result.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
    ),
    text: result.body,
  };
}

/** Sends the request to the running stack through its gateway. */
export async function callOverHttp(baseUrl: string, draft: Draft): Promise<Answer> {
  const { method, path, query, rawHeaders, body: decoded } = onTheWire(draft);
  // The gateway decompresses it.
  const isCompressed = lastHeader(collectHeaders(rawHeaders), 'content-encoding') === 'gzip';
  const body = isCompressed ? gzipSync(decoded) : decoded;
  const outgoing = httpRequest(new URL(baseUrl), {
    method,
    path: query === '' ? path : `${path}?${query}`,
    headers: [...rawHeaders, 'Host', new URL(baseUrl).host, 'Content-Length', String(body.length)],
    timeout: patienceMs,
    // A reused connection may be about to close.
    agent: false,
  });
  outgoing.end(body);
  const [incoming] = await once(outgoing, 'response');

  return {
    status: incoming.statusCode,
    headers: Object.fromEntries(
      Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]),
    ),
    text: await text(incoming),
  };
}

/**
 * Whether the request reaches the function unchanged. HTTP clients refuse control characters in headers. The
 * gateway refuses requests over its limits, unknown codings and paths with empty segments, and one header
 * overrides the method.
 */
export function isSendable(draft: Draft): boolean {
  if (Object.values(draft.params).includes('')) return false;
  const { path, query, rawHeaders } = onTheWire(draft);
  const headers = collectHeaders(rawHeaders);
  // Leaves space for the headers that the client and the transport add.
  if (headerBytes(headers) > headerBytesMax - 1000 || path.length + query.length >= urlLengthMax)
    return false;
  if (lastHeader(headers, 'x-http-method-override') !== undefined) return false;
  if (!['gzip', 'identity', undefined].includes(lastHeader(headers, 'content-encoding'))) return false;
  if (draft.isBase64 || !/^[\x20-\x7e\x80-\xff]*$/.test([path, query, ...rawHeaders].join(' '))) return false;

  return Buffer.byteLength(JSON.stringify(eventOf(draft))) <= eventBytesMax;
}

/** The event that the gateway creates from the request. */
function eventOf(draft: Draft): APIGatewayProxyEvent {
  const { method, path } = draft.endpoint.definition;
  const sent = onTheWire(draft);
  // Links work only on the host of the stage or of their workspace.
  const request = {
    ...sent,
    rawHeaders: ['Host', 'fuzz.execute-api.us-east-1.amazonaws.com', ...sent.rawHeaders],
  };
  const route = { method, path, resourceId: 'fuzz', functionArn: 'fuzz' };
  const event = createProxyEvent(request, { route, pathParameters: encodedParams(draft) }, api);

  return draft.isBase64 ? { ...event, body: request.body.toString('base64'), isBase64Encoded: true } : event;
}

function onTheWire(draft: Draft): GatewayRequest {
  const { endpoint, json, bytes, headers, query } = draft;
  const path = endpoint.definition.path.replaceAll(
    /\{(\w+)\}/g,
    (_, name) => encodedParams(draft)[name] ?? '',
  );

  return {
    requestId: randomUUID(),
    extendedRequestId: 'fuzz=',
    traceId: 'Root=1-00000000-000000000000000000000000',
    method: endpoint.definition.method,
    path,
    requestPath: path,
    query: query.map((pair) => pair.map(encoded).join('=')).join('&'),
    // HTTP parsers remove spaces around a value.
    rawHeaders: headers.flatMap(([name, value]) => [name, value.replaceAll(/^[ \t]+|[ \t]+$/g, '')]),
    body: bytes ?? Buffer.from(json === undefined ? '' : JSON.stringify(json)),
    sourceIp:
      endpoint.definition.auth === 'none'
        ? `198.51.100.${randomInt(publicAddresses)}`
        : uniqueSourceAddress(),
    port: 443,
    protocol: 'HTTP/1.1',
  };
}

function encodedParams({ params }: Draft): Record<string, string> {
  return Object.fromEntries(Object.entries(params).map(([name, value]) => [name, encoded(value)]));
}

/** A lone surrogate cannot be encoded in UTF-8. */
function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

const context = { getRemainingTimeInMillis: () => 25_000 } as Context;
