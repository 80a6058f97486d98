import type { Readable } from 'node:stream';

const lineFeed = 0x0a;
/** Bytes of the longest literal announcement: `{4294967295}` and a carriage return. */
const announcementLength = 13;
/** Same grammar as in the library: otherwise a server could hide responses in a literal. */
const announcement = /\{(\d{1,10})\}\r?$/;

/**
 * Calls `onExceeded` once after more than `max` response lines. Lines in literals (RFC 3501, section 4.3) contain message
 * text and do not count. The library's work depends on the number of responses rather than on their size.
 * @returns a function that stops the count
 */
export function limitResponses(stream: Readable, max: number, onExceeded: () => void): () => void {
  let [count, literalBytes, lineEnd] = [0, 0, ''];
  const countLines = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (literalBytes > 0) {
        const skipped = Math.min(literalBytes, chunk.length - at);
        literalBytes -= skipped;
        at += skipped;
        continue;
      }
      const found = chunk.indexOf(lineFeed, at);
      const end = found < 0 ? chunk.length : found;
      lineEnd += chunk.toString('latin1', Math.max(at, end - announcementLength), end);
      at = end + 1;
      if (found < 0) {
        lineEnd = lineEnd.slice(-announcementLength);
      } else {
        literalBytes = Number(announcement.exec(lineEnd)?.[1] ?? 0);
        lineEnd = '';
        count += 1;
        if (count === max + 1) onExceeded();
      }
    }
  };
  stream.on('data', countLines);

  return () => stream.off('data', countLines);
}
