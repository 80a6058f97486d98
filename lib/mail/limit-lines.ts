import type SMTPConnection from 'nodemailer/lib/smtp-connection';

/** An honest server sends some 60: a greeting, 30 lines for EHLO before and after STARTTLS, one for each command. */
const linesMax = 2000;

const lineFeed = 0x0a;

/** What nodemailer reads data with. Its types do not show it: `test/hostile/servers` fails should it be called otherwise. */
interface DataReader {
  _onData(chunk: Buffer): void;
}

/**
 * Calls back instead of reading on, once a server has sent more than 2,000 lines in one conversation. nodemailer queues the
 * lines and takes one per turn of the event loop, also after the connection was closed: 65,000 empty lines in one packet
 * would keep the process busy for seconds.
 */
export function limitLines(connection: SMTPConnection, onExceeded: () => void): void {
  const reader = connection as unknown as DataReader;
  const readOn = reader._onData.bind(connection);
  let lines = 0;
  reader._onData = (chunk) => {
    for (let at = chunk.indexOf(lineFeed); at >= 0; at = chunk.indexOf(lineFeed, at + 1)) lines += 1;
    if (lines > linesMax) onExceeded();
    else readOn(chunk);
  };
}
