import type { ClientRequest, IncomingMessage } from 'node:http';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import { ignoreLateError } from '#lib/network/guarded-connection.ts';

type PendingResponse = { response: IncomingMessage; received: Promise<Uint8Array> };

/** Maximum bytes of a response: interim responses, headers, chunk framing and body together. */
const responseBytesMax = 65_536;

/**
 * Resolves when the status has arrived. `received` resolves to the body when it ends, the connection breaks or the size limit
 * is reached.
 * @throws ConnectionFailure `too_large` or `reset` when no status arrives
 */
export function readResponse(request: ClientRequest): Promise<PendingResponse> {
  return new Promise((resolve, reject) => {
    let currentResponse: IncomingMessage | undefined;
    limitResponseBytes(request, () => currentResponse);
    request
      .on('response', (response) => {
        currentResponse = response;
        resolve({ response, received: collect(response) });
      })
      .on('upgrade', (response, socket) => {
        // After an upgrade the connection uses another protocol and would not end.
        socket.destroy();
        resolve({ response, received: Promise.resolve(new Uint8Array()) });
      })
      .on('error', (cause) => reject(toFailure(cause)))
      // A request can also close without a response or an error.
      .on('close', () => reject(new ConnectionFailure('reset')));
  });
}

/** Node's parser limits headers, but not interim responses or chunk framing. */
function limitResponseBytes(
  request: ClientRequest,
  currentResponse: () => IncomingMessage | undefined,
): void {
  request.once('socket', (socket) => {
    let size = 0;
    // The parser handles these bytes first, so their status is already available.
    socket.on('data', (bytes: Uint8Array) => {
      size += bytes.length;
      if (size >= responseBytesMax) {
        // Passes buffered bytes to `collect`; destroying the request would discard them.
        currentResponse()?.read();
        request.destroy(new ConnectionFailure('too_large'));
      }
    });
  });
}

function collect(response: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];

  return new Promise((resolve) => {
    response
      .on('data', (chunk: Uint8Array) => chunks.push(chunk))
      .on('error', ignoreLateError)
      .on('close', () => resolve(Buffer.concat(chunks)));
  });
}

function toFailure(cause: NodeJS.ErrnoException): ConnectionFailure {
  if (cause instanceof ConnectionFailure) {
    return cause;
  }

  return new ConnectionFailure(cause.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'reset', { cause });
}
