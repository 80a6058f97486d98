import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from '../loopback.ts';
import {
  type AppendCommand,
  type Folder,
  fetchResponses,
  folderList,
  openFolder,
  readAppend,
  searchResponse,
  storeAppended,
} from './imap-messages.ts';
import type { MailStore } from './mail-store.ts';

/** This password or token is refused, to test login errors; all others are accepted. */
const refusedSecret = 'wrong';
const lineBytesMax = 65_536;

/** State of one IMAP connection: the logged-in address, the open folder and an incomplete command. */
interface ImapSession {
  readonly store: MailStore;
  user?: string;
  folder?: Folder;
  /** First line of a command that continues on the next line. */
  pendingCommand?: string | undefined;
  /** An APPEND that waits for its message. */
  append?: AppendCommand | undefined;
}

interface CommandResult {
  readonly lines: readonly string[];
  /** Response after the tag. */
  readonly result: string;
}

const ok = (lines: readonly string[] = [], words = 'done'): CommandResult => ({
  lines,
  result: `OK ${words}`,
});
const refused = (words: string): CommandResult => ({ lines: [], result: `NO ${words}` });

/**
 * A subset of IMAP (RFC 3501) on the loopback address. A login with any address reads the captured messages to that address
 * in INBOX, and the messages from it in Sent. Messages can be added to Sent only.
 * @throws {PortTaken}
 */
export async function startImapInbox(store: MailStore, port: number | undefined) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    handleConnection(socket, { store });
  });
  const boundPort = await listenOnLoopback(server, 'IMAP inbox', port);

  return {
    port: boundPort,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function handleConnection(socket: Socket, session: ImapSession): void {
  let pending = '';
  socket
    .setEncoding('latin1')
    .write('* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN AUTH=XOAUTH2] local inbox\r\n');
  socket.on('data', (text: string) => {
    pending += text;
    // The client sends a line, or the message of an APPEND as a literal. Both end with CRLF.
    const endOfInput = () => session.append?.bytes ?? pending.indexOf('\r\n');
    for (let end = endOfInput(); end >= 0 && pending.length >= end + 2; end = endOfInput()) {
      const input = pending.slice(0, end);
      pending = pending.slice(end + 2);
      respond(socket, session, input);
    }
    if (!session.append && pending.length > lineBytesMax) socket.destroy();
  });
}

/** @param line a command line; after an APPEND, its message */
function respond(socket: Socket, session: ImapSession, line: string): void {
  const { pendingCommand, append, user } = session;
  session.pendingCommand = undefined;
  session.append = undefined;
  if (append) {
    socket.write(`${append.tag} ${storeAppended(session.store, user ?? '', append, line)}\r\n`);
    return;
  }
  const fullLine = pendingCommand === undefined ? line : `${pendingCommand} ${line}`;
  const [, tag = '*', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+)(?: (.*))?$/i.exec(fullLine) ?? [];
  const command = name.toUpperCase();
  if (command === 'AUTHENTICATE' && !rest.includes(' ')) {
    // The credentials follow on the next line.
    session.pendingCommand = `${tag} AUTHENTICATE ${rest}`;
    socket.write('+ \r\n');
    return;
  }
  if (command === 'AUTHENTICATE' && isRefusedToken(rest)) {
    // The challenge contains the reason. The client responds with an empty line, which runs the internal command `ABORT`.
    session.pendingCommand = `${tag} ABORT`;
    socket.write(`+ ${Buffer.from('{"status":"400","schemes":"Bearer"}').toString('base64')}\r\n`);
    return;
  }
  if (command === 'APPEND' && user !== undefined) {
    session.append = readAppend(tag, rest);
    if (session.append) {
      socket.write('+ continue\r\n');
      return;
    }
  }
  const { lines, result } = execute(session, command, rest);
  const response = [...lines.map((each) => `* ${each}`), `${tag} ${result}`, ''].join('\r\n');
  if (command === 'LOGOUT') socket.end(response, 'latin1');
  else socket.write(response, 'latin1');
}

function execute(session: ImapSession, command: string, rest: string): CommandResult {
  const { store, user, folder } = session;
  switch (command) {
    case 'CAPABILITY':
      return ok(['CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN AUTH=XOAUTH2']);
    case 'NOOP':
      return ok();
    case 'LOGOUT':
      return ok(['BYE see you']);
    case 'AUTHENTICATE':
      return logIn(session, rest);
    case 'ABORT':
      return refused('[AUTHENTICATIONFAILED] Invalid credentials');
  }
  if (user === undefined) return refused('log in first');
  switch (command) {
    case 'LIST':
    case 'LSUB':
      // An empty name requests only the hierarchy delimiter (RFC 3501, section 6.3.8).
      return ok(
        (/""$/.test(rest) ? ['(\\Noselect) "/" ""'] : folderList).map((each) => `${command} ${each}`),
      );
    case 'SELECT':
    case 'EXAMINE':
      return selectFolder(session, user, rest);
    case 'UID FETCH':
      return folder ? ok(fetchResponses(store, folder, rest)) : refused('open a mailbox first');
    case 'UID SEARCH':
      return folder ? ok(searchResponse(store, folder, rest)) : refused('open a mailbox first');
    default:
      return { lines: [], result: 'BAD unknown command' };
  }
}

function isRefusedToken(rest: string): boolean {
  const { secret, mechanism } = readLogin(rest);

  return mechanism === 'XOAUTH2' && secret === refusedSecret;
}

/** PLAIN (RFC 4616), and XOAUTH2 as Google and Microsoft define it. */
function readLogin(rest: string) {
  const [name = '', initial = ''] = rest.split(' ');
  const mechanism = name.toUpperCase();
  const words = Buffer.from(initial, 'base64').toString();
  if (mechanism === 'PLAIN') {
    const [, user = '', secret = ''] = words.split('\0');

    return { mechanism, user, secret };
  }
  const [first = '', second = ''] = mechanism === 'XOAUTH2' ? words.split('\x01') : [];

  return { mechanism, user: first.replace(/^user=/, ''), secret: second.replace(/^auth=Bearer /, '') };
}

function logIn(session: ImapSession, rest: string): CommandResult {
  const { user, secret } = readLogin(rest);
  if (user === '') return { lines: [], result: 'BAD use PLAIN or XOAUTH2' };
  if (secret === refusedSecret) return refused('[AUTHENTICATIONFAILED] Authentication failed');
  session.user = user;

  return ok([], '[CAPABILITY IMAP4rev1] logged in');
}

function selectFolder(session: ImapSession, user: string, rest: string): CommandResult {
  const folder = openFolder(session.store, user, rest);
  if (!folder) return refused('[NONEXISTENT] there are only INBOX and Sent');
  const { uidValidity, uidNext, ids } = folder;
  session.folder = folder;

  return ok(
    [
      `${ids.length} EXISTS`,
      '0 RECENT',
      'FLAGS ()',
      `OK [UIDVALIDITY ${uidValidity}] kept as long as the mails are`,
      `OK [UIDNEXT ${uidNext}] to come`,
    ],
    '[READ-ONLY] opened',
  );
}
