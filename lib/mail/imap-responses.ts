import type { Readable } from 'node:stream';

const lineFeed = 0x0a;
/** Bytes of the longest literal announcement: `{4294967295}` and a carriage return. */
const announcementLength = 13;
/** Announcement of a literal. The grammar is imapflow's: with another grammar, a server could hide responses in a literal. */
const literalAnnouncement = /\{(\d{1,10})\}\r?$/;

/**
 * Calls `onExceeded` once after more than `max` response lines. Lines in literals (RFC 3501, section 4.3) contain message
 * text and do not count. The library's work depends on the number of responses rather than on their size.
 * @returns a function that stops the count
 */
export function limitResponses(stream: Readable, max: number, onExceeded: () => void): () => void {
  let count = 0;
  /** Bytes of the current literal that have not arrived yet. */
  let literalBytes = 0;
  /** The last bytes of the current line. */
  let lineEnd = '';
  const countLines = (chunk: Buffer) => {
    for (let at = 0; at < chunk.length; ) {
      if (literalBytes > 0) {
        const skipped = Math.min(literalBytes, chunk.length - at);
        literalBytes -= skipped;
        at += skipped;
        continue;
      }
      const lineFeedAt = chunk.indexOf(lineFeed, at);
      const end = lineFeedAt < 0 ? chunk.length : lineFeedAt;
      lineEnd += chunk.toString('latin1', Math.max(at, end - announcementLength), end);
      at = end + 1;
      if (lineFeedAt < 0) {
        lineEnd = lineEnd.slice(-announcementLength);
      } else {
        literalBytes = Number(literalAnnouncement.exec(lineEnd)?.[1] ?? 0);
        lineEnd = '';
        count += 1;
        if (count === max + 1) onExceeded();
      }
    }
  };
  stream.on('data', countLines);

  return () => stream.off('data', countLines);
}
