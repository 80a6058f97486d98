import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeEach } from 'vitest';
import { UndelayedSmtpServer } from '../../../infra/local/engines/mail/undelayed-smtp-server.ts';
import { setClock } from './clock.ts';
import { useOwnResources } from './own-resources.ts';

interface AcceptedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly bytes: Buffer;
}

/** The server's behaviour for the next messages. */
type Behaviour =
  | {
      readonly kind: 'accept';
      /** Text after 250 in the reply to a message. */
      readonly text?: string;
    }
  | {
      readonly kind: 'refuse';
      readonly at: 'auth' | 'mail' | 'rcpt' | 'data';
      readonly code: number;
      /** Text after the code, including an enhanced status code. */
      readonly text?: string;
    }
  /** The server receives the message and closes the connection without a reply. */
  | { readonly kind: 'cut'; readonly after: 'data' };

export interface MailServer {
  readonly port: number;
  /** Completely received messages, with or without a reply. */
  readonly received: AcceptedMail[];
  readonly dialogues: { count: number };
  /** Login attempts, with or without a reply. */
  readonly logins: { count: number };
  behaviour: Behaviour;
  /** Runs before the reply to a login. */
  whileLoggingIn?: () => Promise<void>;
  /** Runs before the reply to a message. */
  whileReceiving?: () => Promise<void>;
}

/** A mail server with scripted behaviour. Closes after the file's tests. */
export async function startMailServer({ loginNeeded = true } = {}): Promise<MailServer> {
  const sockets = new Map<string, Socket>();
  const mail: MailServer = {
    port: 0,
    received: [],
    dialogues: { count: 0 },
    logins: { count: 0 },
    behaviour: { kind: 'accept' },
  };
  const refusal = (at: string) =>
    mail.behaviour.kind === 'refuse' && mail.behaviour.at === at
      ? Object.assign(new Error(mail.behaviour.text ?? 'refused'), { responseCode: mail.behaviour.code })
      : null;

  const server = new UndelayedSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: !loginNeeded,
    disableReverseLookup: true,
    // Otherwise the server derives an enhanced status code from each code.
    hideENHANCEDSTATUSCODES: true,
    logger: false,
    closeTimeout: 100,
    onAuth: async ({ username }, _session, done) => {
      mail.logins.count += 1;
      await mail.whileLoggingIn?.();
      const refused = refusal('auth');
      if (refused) done(refused);
      else done(null, { user: username });
    },
    onMailFrom: (_address, _session, done) => {
      mail.dialogues.count += 1;
      done(refusal('mail'));
    },
    onRcptTo: (_address, _session, done) => done(refusal('rcpt')),
    onData: async (stream, session, done) => {
      const bytes = await buffer(stream);
      await mail.whileReceiving?.();
      const refused = refusal('data');
      if (refused) return done(refused);
      const { mailFrom, rcptTo } = session.envelope;
      mail.received.push({
        from: mailFrom ? mailFrom.address : '',
        to: rcptTo.map(({ address }) => address),
        raw: bytes.toString(),
        bytes,
      });
      if (mail.behaviour.kind === 'cut')
        sockets.get(`${session.remoteAddress}:${session.remotePort}`)?.destroy();
      else done(null, (mail.behaviour.kind === 'accept' && mail.behaviour.text) || 'taken');
    },
  });
  server.on('error', () => undefined);
  server.server.on('connection', (socket: Socket) => {
    sockets.set(`${socket.remoteAddress}:${socket.remotePort}`, socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  afterAll(() => new Promise<void>((resolve) => server.close(resolve)));

  return Object.assign(mail, { port: (server.server.address() as AddressInfo).port });
}

/**
 * Creates the test file's own resources and a mail server. Before each test, the server accepts all messages and has received
 * none.
 * @param now the clock at the beginning of each test; by default, it is not set
 */
export async function useMailServer(now?: number): Promise<MailServer> {
  await useOwnResources();
  const mail = await startMailServer();
  beforeEach(() => {
    mail.behaviour = { kind: 'accept' };
    mail.received.length = 0;
    mail.dialogues.count = 0;
    delete mail.whileLoggingIn;
    delete mail.whileReceiving;
    if (now !== undefined) setClock(now);
  });

  return mail;
}
