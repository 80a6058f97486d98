import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/**
 * The client's action before the server's response: it connected, sent a command, or began or ended its
 * message.
 */
export type ClientAction =
  | 'greeting'
  | 'ehlo'
  | 'starttls'
  | 'auth'
  | 'mail'
  | 'rcpt'
  | 'data'
  | 'body'
  | 'message'
  | 'quit';

export interface ScriptedReply {
  /** Raw bytes, so that partial lines can be sent, too. Nothing is sent when absent. */
  readonly say?: string;
  /** Whether the connection is closed afterwards, or reset, which may also drop sent data. */
  readonly ends?: 'close' | 'reset';
  /** Delay of the reply in milliseconds. */
  readonly afterMs?: number;
}

/** @param recipient address of the last RCPT; empty before the first one. @returns undefined for the default reply */
type ReplyTo = (recipient: string) => ScriptedReply | undefined;

export interface ScriptedServer {
  readonly port: number;
  /** Every line of the client, except the lines of its messages. */
  readonly receivedLines: string[];
  /** Messages that were received completely. */
  readonly messages: string[];
  script: Partial<Record<ClientAction, ScriptedReply | ReplyTo>>;
}

const defaultReplies: Readonly<Record<ClientAction, ScriptedReply>> = {
  greeting: { say: '220 mx.example.net ESMTP\r\n' },
  ehlo: { say: '250-mx.example.net\r\n250-PIPELINING\r\n250 AUTH PLAIN\r\n' },
  starttls: { say: '502 5.5.1 unknown command\r\n' },
  auth: { say: '235 2.7.0 welcome\r\n' },
  mail: { say: '250 2.1.0 ok\r\n' },
  rcpt: { say: '250 2.1.5 ok\r\n' },
  data: { say: '354 go on\r\n' },
  body: {},
  message: { say: '250 2.0.0 taken\r\n' },
  quit: { say: '221 2.0.0 bye\r\n', ends: 'close' },
};

/** A mail server that sends exactly the scripted bytes. Closes when the test ends. */
export async function startScriptedServer(script: ScriptedServer['script'] = {}): Promise<ScriptedServer> {
  const scripted: ScriptedServer = { port: 0, receivedLines: [], messages: [], script };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    handleConnection(socket, scripted);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });

  return Object.assign(scripted, { port: (server.address() as AddressInfo).port });
}

function handleConnection(socket: Socket, scripted: ScriptedServer): void {
  let pending = '';
  let message: string | undefined;
  let isOver = false;
  let recipient = '';
  const sendReply = (action: ClientAction) => {
    const scriptedReply = scripted.script[action];
    const reply = typeof scriptedReply === 'function' ? scriptedReply(recipient) : scriptedReply;
    const { say, ends, afterMs = 0 } = reply ?? defaultReplies[action];
    if (action === 'data' && say?.startsWith('354')) message = '';
    isOver = ends !== undefined;
    const write = () => {
      if (ends === 'reset') {
        socket.write(say ?? '', () => socket.resetAndDestroy());
      } else if (ends === 'close') socket.end(say ?? '');
      else if (say !== undefined) socket.write(say);
    };
    if (afterMs > 0) setTimeout(write, afterMs);
    else write();
  };
  const take = (line: string) => {
    if (message === undefined) {
      scripted.receivedLines.push(line);
      recipient = /^RCPT TO:<([^>]*)>/i.exec(line)?.[1] ?? recipient;
      sendReply(clientActionOf(line));
    } else if (line === '.') {
      scripted.messages.push(message);
      message = undefined;
      sendReply('message');
    } else {
      if (message === '') sendReply('body');
      message += `${line}\r\n`;
    }
  };

  sendReply('greeting');
  socket.on('data', (bytes: Buffer) => {
    pending += bytes.toString('latin1');
    for (let end = pending.indexOf('\r\n'); end >= 0 && !isOver; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      take(line);
    }
  });
}

function clientActionOf(line: string): ClientAction {
  const verb = line.split(/[ :]/, 1)[0]?.toLowerCase() ?? '';

  return verb in defaultReplies ? (verb as ClientAction) : 'auth';
}
