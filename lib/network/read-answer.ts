import type { ClientRequest, IncomingMessage } from 'node:http';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import { ignoreLateError } from '#lib/network/guarded-connection.ts';

type Arriving = { response: IncomingMessage; received: Promise<Uint8Array> };

/** More than this of an answer is never read: interim answers, headers, chunk framing and body together. */
const answerBytesMax = 65_536;

/**
 * The answer to a request as soon as its status is there, and its body when it has ended, broken off or grown too
 * long: what has arrived by then. Throws `ConnectionFailure` `too_large` or `reset` when there is no status.
 */
export function readAnswer(request: ClientRequest): Promise<Arriving> {
  return new Promise((resolve, reject) => {
    let arriving: IncomingMessage | undefined;
    limitAnswer(request, () => arriving);
    request
      .on('response', (response) => {
        arriving = response;
        resolve({ response, received: collect(response) });
      })
      .on('upgrade', (response, socket) => {
        // The connection is another protocol's from here on, and would never end.
        socket.destroy();
        resolve({ response, received: Promise.resolve(new Uint8Array()) });
      })
      .on('error', (cause) => reject(toFailure(cause)))
      // A request can also just close, without an answer or an error.
      .on('close', () => reject(new ConnectionFailure('reset')));
  });
}

/** The parser bounds headers, but neither what stands before and between them nor the framing of chunks. */
function limitAnswer(request: ClientRequest, arriving: () => IncomingMessage | undefined): void {
  request.once('socket', (socket) => {
    let size = 0;
    // The parser listens before this, so the status in these bytes is known already.
    socket.on('data', (bytes: Uint8Array) => {
      size += bytes.length;
      if (size >= answerBytesMax) {
        // Hands what is buffered to `collect`; destroying would throw it away.
        arriving()?.read();
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
