import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const program = '/usr/local/lib/courier-imap/usr/bin/imapd';

/** Debian's `courier-imap`, which `npm run test:mail` unpacks. Its EXAMINE has no UIDNEXT, and it has no special uses. */
export const hasCourier = existsSync(program);

export interface Courier {
  readonly port: number;
  /** Adds a message to a folder of a user's mailbox: INBOX by default, or such as `Archive`. */
  deliver(user: string, raw: string, folder?: string): void;
  stop(): Promise<void>;
}

/**
 * Starts Courier-IMAP for any user and password. Its login program needs accounts of the machine, so the login is answered here, and
 * the server gets a session that is logged in.
 */
export async function startCourier(): Promise<Courier> {
  const root = mkdtempSync(join(tmpdir(), 'outreach-courier-'));
  const sockets = new Set<Socket>();
  const makeMaildir = (path: string) => {
    for (const part of ['cur', 'new', 'tmp']) mkdirSync(join(path, part), { recursive: true });
  };
  const mailbox = (user: string, folder?: string) => {
    const path = join(root, user, folder === undefined ? '' : `.${folder}`);
    makeMaildir(join(root, user));
    makeMaildir(path);

    return path;
  };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    logIn(socket, mailbox);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  let messages = 0;

  return {
    port: (server.address() as AddressInfo).port,
    deliver(user, raw, folder) {
      messages += 1;
      writeFileSync(join(mailbox(user, folder), 'new', `${Date.now()}.${messages}.test`), raw);
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const capability = 'IMAP4rev1 UIDPLUS CHILDREN NAMESPACE IDLE';
const loginCapability = `CAPABILITY ${capability}`;

/** Answers the commands before the login, then connects the client with the server. */
function logIn(socket: Socket, mailbox: (user: string) => string): void {
  socket.write(`* OK [${loginCapability}] ready\r\n`);
  const read = (bytes: Buffer) => {
    const [, tag, command, user = ''] = /^(\S+) (\w+) ?"?([^" \r\n]*)/.exec(String(bytes)) ?? [];
    if (command?.toUpperCase() === 'CAPABILITY') socket.write(`* ${loginCapability}\r\n`);
    if (command?.toUpperCase() !== 'LOGIN') return void socket.write(`${tag} OK done\r\n`);
    socket.off('data', read);
    const environment = { AUTHENTICATED: user, IMAP_CAPABILITY: capability };
    const child = spawn(program, [mailbox(user)], { env: environment, stdio: ['pipe', 'pipe', 'ignore'] });
    child.stdin.on('error', () => undefined);
    socket.on('close', () => child.kill()).pipe(child.stdin);
    // Its greeting for a session that is logged in.
    child.stdout.once('data', () => {
      child.stdout.pipe(socket);
      socket.write(`${tag} OK logged in\r\n`);
    });
  };
  socket.on('data', read);
}
