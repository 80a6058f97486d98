import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ApiModel } from '../template/api.ts';
import { refuse } from './refusals.ts';
import { gatewayResponse, type HttpResponse } from './responses.ts';

/**
 * Responds to a request that Node cannot parse, for example because its URL has bytes outside ASCII, and closes the connection.
 * Node's default response has no body. AWS does not document the response of its gateway. This gateway sends the same response
 * as for a URL that cannot be decoded.
 */
export function respondToMalformedRequest(
  /** https://nodejs.org/api/http.html#event-clienterror */
  { code }: NodeJS.ErrnoException,
  socket: Duplex,
  api: ApiModel,
  requestId: string,
): void {
  if (code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();

    return;
  }
  const { status, headers, body } = responseTo(code, api, requestId);
  const lines = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `x-amzn-requestid: ${requestId}`,
    `content-length: ${body.length}`,
    'connection: close',
  ];
  socket.end(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]));
}

function responseTo(code: string | undefined, api: ApiModel, requestId: string): HttpResponse {
  if (code === 'HPE_HEADER_OVERFLOW') return refuse('headersTooLarge');
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { status: 408, headers: {}, body: Buffer.of() };

  return gatewayResponse(api, 'BAD_REQUEST_PARAMETERS', requestId);
}
