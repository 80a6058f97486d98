import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { PromptSmtpServer } from '../../infra/local/engines/mail/prompt-smtp-server.ts';

export interface TakenMail {
  readonly from: string;
  readonly to: string;
  readonly raw: string;
}

export interface MailTaker {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * A mail server that accepts every login and every message. @param note called with a message before its
 * sender receives 250
 */
export async function startMailTaker(note: (mail: TakenMail) => void): Promise<MailTaker> {
  const server = new PromptSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const take = (raw: Buffer) => {
        note({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address).join(),
          raw: raw.toString(),
        });
        done(null, 'taken');
      };
      // A sender that is killed during the transfer has not sent the message.
      buffer(stream).then(take, done);
    },
  });
  // Ignores senders that are killed during the dialogue.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');

  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
