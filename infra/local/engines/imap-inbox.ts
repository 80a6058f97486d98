import { createServer, type Socket } from 'node:net';
import { type Folder, folderList, openFolder } from './imap-folders.ts';
import { answerFetch, answerSearch } from './imap-messages.ts';
import { listenOnLoopback } from './loopback.ts';
import type { MailStore } from './mail-store.ts';

/** This password is refused, so that login errors can be tried; every other one is accepted. */
const refusedPassword = 'wrong';
const lineBytesMax = 65_536;

/** Who is logged in, if anybody, and which of his folders he has opened. */
interface Dialogue {
  readonly store: MailStore;
  user: string | undefined;
  folder: Folder | undefined;
  /** Of a login whose words are still to come. */
  loginTag: string | undefined;
}

interface Answer {
  readonly lines: readonly string[];
  /** After the tag. */
  readonly result: string;
}

const ok = (lines: readonly string[] = [], words = 'done'): Answer => ({ lines, result: `OK ${words}` });
const refused = (words: string): Answer => ({ lines: [], result: `NO ${words}` });

/**
 * As much of IMAP (RFC 3501) as reading an inbox takes, on the loopback address: whoever logs in by an address reads the
 * caught mails to that address, and those from it in a folder of sent mail. Nothing in it can be changed.
 * @throws {PortTaken}
 */
export async function startImapInbox(store: MailStore, port: number | undefined) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    converse(socket, { store, user: undefined, folder: undefined, loginTag: undefined });
  });
  const boundPort = await listenOnLoopback(server, 'IMAP inbox', port);

  return {
    port: boundPort,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

function converse(socket: Socket, dialogue: Dialogue): void {
  let pending = '';
  socket.setEncoding('latin1').write('* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN] local inbox\r\n');
  socket.on('data', (text: string) => {
    pending += text;
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      reply(socket, dialogue, line);
    }
    if (pending.length > lineBytesMax) socket.destroy();
  });
}

function reply(socket: Socket, dialogue: Dialogue, line: string): void {
  const { loginTag } = dialogue;
  dialogue.loginTag = undefined;
  const whole = loginTag === undefined ? line : `${loginTag} AUTHENTICATE PLAIN ${line}`;
  const [, tag = '*', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(whole) ?? [];
  const command = name.toUpperCase();
  if (command === 'AUTHENTICATE' && !rest.includes(' ')) {
    dialogue.loginTag = tag;
    socket.write('+ \r\n');
    return;
  }
  const { lines, result } = perform(dialogue, command, rest);
  const answer = [...lines.map((each) => `* ${each}`), `${tag} ${result}`, ''].join('\r\n');
  if (command === 'LOGOUT') socket.end(answer, 'latin1');
  else socket.write(answer, 'latin1');
}

function perform(dialogue: Dialogue, command: string, rest: string): Answer {
  const { store, user, folder } = dialogue;
  switch (command) {
    case 'CAPABILITY':
      return ok(['CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN']);
    case 'NOOP':
      return ok();
    case 'LOGOUT':
      return ok(['BYE see you']);
    case 'AUTHENTICATE':
      return logIn(dialogue, rest);
  }
  if (user === undefined) return refused('log in first');
  switch (command) {
    case 'LIST':
    case 'LSUB':
      return ok(
        (/""$/.test(rest) ? ['(\\Noselect) "/" ""'] : folderList).map((each) => `${command} ${each}`),
      );
    case 'SELECT':
    case 'EXAMINE':
      return open(dialogue, user, rest);
    case 'UID FETCH':
      return folder ? ok(answerFetch(store, folder, rest)) : refused('open a mailbox first');
    case 'UID SEARCH':
      return folder ? ok(answerSearch(store, folder, rest)) : refused('open a mailbox first');
    default:
      return { lines: [], result: 'BAD unknown command' };
  }
}

/** RFC 4616. */
function logIn(dialogue: Dialogue, rest: string): Answer {
  const [mechanism = '', initial = ''] = rest.split(' ');
  const [, user = '', password = ''] = Buffer.from(initial, 'base64').toString().split('\0');
  if (mechanism.toUpperCase() !== 'PLAIN' || user === '') return { lines: [], result: 'BAD use PLAIN' };
  if (password === refusedPassword) return refused('[AUTHENTICATIONFAILED] Authentication failed');
  dialogue.user = user;

  return ok([], '[CAPABILITY IMAP4rev1] logged in');
}

function open(dialogue: Dialogue, user: string, rest: string): Answer {
  const folder = openFolder(dialogue.store, user, rest);
  if (!folder) return refused('[NONEXISTENT] there are only INBOX and Sent');
  const { uidValidity, uidNext, ids } = folder;
  dialogue.folder = folder;

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
