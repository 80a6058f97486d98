import type { IncomingMessage } from 'node:http';
import { bodyBytesMax } from './limits.ts';

/**
 * `undefined` when the body is too large. The excess is read and dropped, so that the client receives the
 * response.
 */
export async function readBody(incoming: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;

  for await (const chunk of incoming) {
    size += chunk.length;
    if (size <= bodyBytesMax) chunks.push(chunk);
  }

  return size > bodyBytesMax ? undefined : Buffer.concat(chunks);
}
