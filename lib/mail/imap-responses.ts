import type { Readable } from 'node:stream';

const lineFeed = 0x0a;
/** As many bytes as the announcement of a literal has: `{4294967295}` and a carriage return. */
const announcementLength = 13;
/** Only what the library takes for an announcement too: otherwise a server could hide responses in a literal. */
const announcement = /\{(\d{1,10})\}\r?$/;

/**
 * Calls back once after more than `max` lines of responses. The lines inside of literals do not count (RFC 3501, section
 * 4.3): they are the text of messages. A library does the same work for a response of five bytes as for one of a thousand.
 * @returns what ends the counting
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
