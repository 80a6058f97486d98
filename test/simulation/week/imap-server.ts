import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { executeCommand, type ImapConnection } from './imap-commands.ts';
import type { Mailbox } from './mailbox.ts';

/** The faults of an IMAP server. Each is an option, and may change at any time. */
export class ImapFaults {
  /** The server closes each connection. */
  isUnavailable = false;
  /** The server omits the response code UIDNEXT when a folder is opened. */
  withoutUidNext = false;
}

export interface RunningServer {
  readonly port: number;
  close(): Promise<void>;
}

/** An IMAP server with one mailbox (a subset of RFC 3501 with LIST-EXTENDED, LIST-STATUS and SPECIAL-USE). */
export async function startImapServer(mailbox: Mailbox, faults: ImapFaults): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (faults.isUnavailable) socket.destroy();
    else converse(socket, { mailbox, faults });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(socket: Socket, connection: ImapConnection): void {
  let pending = '';
  let awaitsCredentials: string | undefined;
  socket.setEncoding('latin1');
  socket.write('* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN] ready\r\n');
  socket.on('data', (text: string) => {
    pending += text;
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      if (connection.faults.isUnavailable) return void socket.destroy();
      if (awaitsCredentials !== undefined) {
        socket.write(`${awaitsCredentials} OK logged in\r\n`);
        awaitsCredentials = undefined;
        continue;
      }
      const [tag = '*', verb = '', ...rest] = line.split(' ');
      if (verb.toUpperCase() === 'AUTHENTICATE' && rest.length === 1) {
        awaitsCredentials = tag;
        socket.write('+ \r\n');
        continue;
      }
      const response = executeCommand(connection, tag, verb.toUpperCase(), rest.join(' '));
      if (verb.toUpperCase() === 'LOGOUT') socket.end(response, 'latin1');
      else socket.write(response, 'latin1');
    }
  });
}
