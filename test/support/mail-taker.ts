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
 * A mail server that lets everybody in and takes every mail.
 * @param note is told of a mail before its sender hears 250
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
      // Who is killed while he speaks has sent nothing.
      buffer(stream).then(take, done);
    },
  });
  // Who is killed in the middle of a dialogue is no concern of the server's.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');

  return {
    port: (server.server.address() as AddressInfo).port,
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
