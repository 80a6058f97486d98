import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { UndelayedSmtpServer } from '../../infra/local/engines/mail/undelayed-smtp-server.ts';

export interface RecordedEmail {
  readonly from: string;
  readonly to: string;
  readonly raw: string;
}

export interface RecordingMailServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * A mail server that accepts every login and every message.
 * @param record called with a message before its
 * sender receives 250
 */
export async function startRecordingMailServer(
  record: (email: RecordedEmail) => void,
): Promise<RecordingMailServer> {
  const server = new UndelayedSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const recordEmail = (raw: Buffer) => {
        record({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address).join(),
          raw: raw.toString(),
        });
        done(null, 'taken');
      };
      // A sender that is killed during the transfer has not sent the message.
      buffer(stream).then(recordEmail, done);
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
