import type { Socket } from 'node:net';
import { onLine } from './flood.ts';

export type ImapCue =
  | 'greeting'
  | 'capability'
  | 'login'
  | 'examine'
  | 'fetch'
  | 'search'
  | 'list'
  | 'starttls';

type Response = (socket: Socket, tag: string, line: string) => void;

/** One message of a FETCH response with a minimal header. */
export function headerOf(uid: number, header = 'Subject: Hello\r\n\r\n'): string {
  return `* ${uid} FETCH (UID ${uid} BODY[HEADER]<0> {${header.length}}\r\n${header})\r\n`;
}

const defaultResponses: Readonly<Record<ImapCue, Response>> = {
  greeting: (socket) => socket.write('* OK [CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN] ready\r\n'),
  capability: (socket, tag) =>
    socket.write(`* CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN\r\n${tag} OK done\r\n`),
  login: (socket, tag) => socket.write(`${tag} OK welcome\r\n`),
  starttls: (socket, tag) => socket.write(`${tag} BAD no\r\n`),
  examine: (socket, tag) =>
    socket.write(
      `* 3 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 4] ok\r\n${tag} OK [READ-ONLY] done\r\n`,
    ),
  fetch: (socket, tag) => socket.write(`${headerOf(1)}${headerOf(2)}${tag} OK done\r\n`),
  search: (socket, tag) => socket.write(`* SEARCH 1 2\r\n${tag} OK done\r\n`),
  list: (socket, tag) => socket.write(`* LIST (\\Sent) "/" Sent\r\n${tag} OK done\r\n`),
};

const cues: Readonly<Record<string, ImapCue>> = {
  CAPABILITY: 'capability',
  LOGIN: 'login',
  AUTHENTICATE: 'login',
  EXAMINE: 'examine',
  SELECT: 'examine',
  'UID FETCH': 'fetch',
  'UID SEARCH': 'search',
  LIST: 'list',
  XLIST: 'list',
  STARTTLS: 'starttls',
};

/** A server that follows RFC 3501 except for the given commands. */
export function imapServer(hostile: Partial<Record<ImapCue, Response>>): (socket: Socket) => void {
  return (socket) => {
    const responses = { ...defaultResponses, ...hostile };
    responses.greeting(socket, '*', '');
    onLine(socket, (line) => {
      const [, tag = '', command = ''] = /^(\S+) (UID \S+|\S+)/i.exec(line) ?? [];
      const cue = cues[command.toUpperCase()];
      if (cue) responses[cue](socket, tag, line);
      else if (command.toUpperCase() === 'LOGOUT') socket.end();
      else socket.write(`${tag} OK done\r\n`);
    });
  };
}
