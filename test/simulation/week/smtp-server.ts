import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type { RunningServer } from './imap-server.ts';

/** A refusal. `concerns`: its true cause, which the words of the reply may hide. */
export interface Refusal {
  readonly reply: string;
  readonly concerns: 'mailbox' | 'recipient';
}

/** What happens to a message after its last byte. */
export type MessageFate =
  | { readonly kind: 'accept' }
  /** The connection ends without a reply. */
  | { readonly kind: 'drop'; readonly isAccepted: boolean }
  | { readonly kind: 'refuse'; readonly refusal: Refusal };

export interface ReceivedEmail {
  readonly from: string;
  readonly to: string;
  readonly raw: Buffer;
}

/** Decides on each command of a client. */
export interface SmtpPolicy {
  /** The greeting instead of 220; `close` ends the connection. */
  greet(): string | undefined | 'close';
  /** Undefined: the sender is accepted. */
  refuseSender(from: string): Refusal | undefined;
  refuseRecipient(to: string): Refusal | undefined;
  receive(email: ReceivedEmail): MessageFate;
  onRefusal(to: string | undefined, refusal: Refusal): void;
}

/** An SMTP server for one mailbox. Its policy decides; it accepts every login. */
export async function startSmtpServer(policy: SmtpPolicy): Promise<RunningServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    converse(socket, policy);
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

interface SmtpConversation {
  from: string;
  to: string;
  /** Position of the message in the input; undefined outside of DATA. */
  isInData: boolean;
}

function converse(socket: Socket, policy: SmtpPolicy): void {
  const greeting = policy.greet();
  if (greeting === 'close') return void socket.destroy();
  const conversation: SmtpConversation = { from: '', to: '', isInData: false };
  let pending = '';
  socket.setEncoding('latin1');
  socket.write(greeting ?? '220 mx.example ESMTP\r\n');
  if (greeting !== undefined) return void socket.end();
  socket.on('data', (text: string) => {
    pending += text;
    for (;;) {
      const terminator = conversation.isInData ? '\r\n.\r\n' : '\r\n';
      const end = pending.indexOf(terminator);
      if (end < 0 || socket.destroyed) return;
      const input = pending.slice(0, end);
      pending = pending.slice(end + terminator.length);
      const reply = conversation.isInData
        ? endMessage(conversation, policy, input)
        : respond(conversation, policy, input);
      if (reply === undefined) return void socket.destroy();
      socket.write(reply);
      if (reply.startsWith('221') || reply.startsWith('421')) return void socket.end();
    }
  });
}

function respond(conversation: SmtpConversation, policy: SmtpPolicy, line: string): string {
  const verb = line.split(/[ :]/, 1)[0]?.toUpperCase();
  const [, address = ''] = /<([^>]*)>/.exec(line) ?? [];
  switch (verb) {
    case 'EHLO':
      return '250-mx.example\r\n250 AUTH PLAIN\r\n';
    case 'AUTH':
      return '235 2.7.0 welcome\r\n';
    case 'MAIL': {
      conversation.from = address;
      const refusal = policy.refuseSender(address);
      if (refusal) policy.onRefusal(undefined, refusal);
      return refusal?.reply ?? '250 2.1.0 ok\r\n';
    }
    case 'RCPT': {
      conversation.to = address;
      const refusal = policy.refuseRecipient(address);
      if (refusal) policy.onRefusal(address, refusal);
      return refusal?.reply ?? '250 2.1.5 ok\r\n';
    }
    case 'DATA':
      conversation.isInData = true;
      return '354 go on\r\n';
    case 'RSET':
    case 'NOOP':
      return '250 ok\r\n';
    case 'QUIT':
      return '221 2.0.0 bye\r\n';
    default:
      return '502 5.5.1 unknown command\r\n';
  }
}

/** @returns undefined if the connection ends without a reply */
function endMessage(conversation: SmtpConversation, policy: SmtpPolicy, input: string): string | undefined {
  conversation.isInData = false;
  const { from, to } = conversation;
  const raw = Buffer.from(`${input.replaceAll('\r\n..', '\r\n.')}\r\n`, 'latin1');
  const fate = policy.receive({ from, to, raw });
  if (fate.kind === 'drop') return undefined;
  if (fate.kind === 'accept') return '250 2.0.0 accepted\r\n';
  policy.onRefusal(to, fate.refusal);

  return fate.refusal.reply;
}
