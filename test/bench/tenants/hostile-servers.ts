import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Hostile mail servers of tenant A. */
export interface HostilePorts {
  /** Accepts connections and never responds. */
  readonly silent: number;
  /** Sends an endless greeting of empty lines. */
  readonly smtpFlood: number;
  /** Accepts every login, and responds to the next command with endless data. */
  readonly imapFlood: number;
}

/** Maximum rate of one server: the service must stop a flood, not the limits of this machine. */
const bytesPerSecondMax = 8_000_000;
const chunk = 64 * 1024;
const pulseMs = (1000 * chunk) / bytesPerSecondMax;

export async function startHostileServers(): Promise<HostilePorts> {
  const untagged = '* 1 FETCH (FLAGS (\\Seen $label) UID 1)\r\n';
  const fetches = untagged.repeat(Math.ceil(chunk / untagged.length));
  const lines = '\n'.repeat(chunk);

  return {
    silent: await listen(() => undefined),
    smtpFlood: await listen((socket) => {
      socket.write('220-mx.example.net\r\n');
      flood(socket, lines);
    }),
    imapFlood: await listen((socket) => {
      socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
      socket.on('data', (data) => respondImap(socket, data.toString('latin1'), fetches));
    }),
  };
}

function respondImap(socket: Socket, text: string, fetches: string): void {
  for (const line of text.split('\r\n').filter((each) => each !== '')) {
    const [tag = '', command = ''] = line.split(' ');
    if (/^(LOGIN|AUTHENTICATE|CAPABILITY|ID|NAMESPACE|ENABLE|NOOP)$/i.test(command)) {
      socket.write(`${tag} OK done\r\n`);
    } else {
      flood(socket, fetches);
    }
  }
}

function flood(socket: Socket, text: string): void {
  const timer = setInterval(() => {
    if (!socket.writableNeedDrain) socket.write(text, 'latin1');
  }, pulseMs);
  socket.once('close', () => clearInterval(timer));
}

async function listen(talk: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return (server.address() as AddressInfo).port;
}
