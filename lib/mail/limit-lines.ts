import type SMTPConnection from 'nodemailer/lib/smtp-connection';

/** An ordinary server sends about 60 lines: a greeting, 30 for each of two EHLO commands, and one per other command. */
const linesMax = 2000;

const lineFeed = 0x0a;

/** nodemailer's private method for received data. `test/hostile/servers` fails if a new version renames it. */
interface DataReader {
  _onData(chunk: Buffer): void;
}

/**
 * Stops reading and calls `onExceeded` after more than 2,000 lines in one conversation. nodemailer queues the lines and
 * processes one per turn of the event loop, even on a closed connection. 65,000 empty lines in one packet would block the
 * process for seconds.
 */
export function limitLines(connection: SMTPConnection, onExceeded: () => void): void {
  const reader = connection as unknown as DataReader;
  const readChunk = reader._onData.bind(connection);
  let lines = 0;
  reader._onData = (chunk) => {
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines += 1;
    if (lines > linesMax) onExceeded();
    else readChunk(chunk);
  };
}
