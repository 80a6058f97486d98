import type { Socket } from 'node:net';
import { onLine } from './flood.ts';

export type SmtpCue = 'greeting' | 'ehlo' | 'auth' | 'mail' | 'rcpt' | 'data' | 'message' | 'starttls';

const replies: Readonly<Record<SmtpCue, string>> = {
  greeting: '220 mx.example.net ESMTP\r\n',
  ehlo: '250-mx.example.net\r\n250 AUTH PLAIN\r\n',
  starttls: '220 2.0.0 go on\r\n',
  auth: '235 2.7.0 welcome\r\n',
  mail: '250 2.1.0 ok\r\n',
  rcpt: '250 2.1.5 ok\r\n',
  data: '354 go on\r\n',
  message: '250 2.0.0 taken\r\n',
};

/** A server that follows RFC 5321 except for the given commands. */
export function smtpServer(
  hostile: Partial<Record<SmtpCue, (socket: Socket) => void>>,
): (socket: Socket) => void {
  return (socket) => {
    let isMessage = false;
    const reply = (cue: SmtpCue) => {
      if (hostile[cue]) hostile[cue](socket);
      else socket.write(replies[cue]);
    };
    reply('greeting');
    onLine(socket, (line) => {
      if (isMessage) {
        if (line !== '.') return;
        isMessage = false;
        return reply('message');
      }
      const verb = line.split(/[ :]/, 1)[0]?.toLowerCase() ?? '';
      if (verb === 'quit') return void socket.end('221 2.0.0 bye\r\n');
      isMessage = verb === 'data' && !hostile.data;
      reply(verb in replies ? (verb as SmtpCue) : 'auth');
    });
  };
}

export const defaultReplies = smtpServer({});
