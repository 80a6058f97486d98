import PostalMime from 'postal-mime';
import type { SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { listenOnLoopback } from '../loopback.ts';
import type { MailStore } from './mail-store.ts';
import { UndelayedSmtpServer } from './undelayed-smtp-server.ts';

const messageBytesMax = 25 * 1024 * 1024;
/** This password or token is refused, to test login errors; all others are accepted. */
const refusedSecret = 'wrong';

class SmtpRefusal extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/**
 * An SMTP server on the loopback address. It replies 250 only after the store has saved the message.
 * @throws {PortTaken}
 */
export async function startSmtpInbox(store: MailStore, port: number | undefined) {
  const smtp = new UndelayedSmtpServer({
    name: 'inbox.local',
    banner: 'local inbox',
    size: messageBytesMax,
    // The inbox has no certificate, and connections stay on this machine.
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    authOptional: true,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 500,
    onAuth({ username, password, accessToken }, _session, callback) {
      if ((accessToken ?? password) !== refusedSecret) {
        callback(null, { user: username });
      } else if (accessToken !== undefined) {
        // XOAUTH2 refuses a token in two steps: first the reason, then the error.
        callback(null, { data: { status: '401', schemes: 'bearer' } });
      } else {
        callback(new SmtpRefusal(535, '5.7.8 Authentication credentials invalid'));
      }
    },
    onData(stream, session, callback) {
      receive(store, stream, session).then(
        (id) => callback(null, `2.0.0 Ok: stored as ${id}`),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  // Ignores clients that disconnect during the dialogue. A taken port rejects below.
  smtp.on('error', () => undefined);
  const boundPort = await listenOnLoopback(smtp.server, 'SMTP inbox', port);

  return {
    port: boundPort,
    stop: () => new Promise<void>((resolve) => smtp.close(resolve)),
  };
}

async function receive(store: MailStore, stream: SMTPServerDataStream, session: SMTPServerSession) {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) {
    // Data beyond the limit must be read, so that the client receives the refusal, but is not kept.
    if (!stream.sizeExceeded) {
      chunks.push(Buffer.from(chunk));
    }
  }
  if (stream.sizeExceeded) {
    throw new SmtpRefusal(552, `5.3.4 Message is larger than ${messageBytesMax} bytes`);
  }
  const raw = Buffer.concat(chunks);
  const { subject, messageId } = await parseHead(raw);
  const { mailFrom, rcptTo } = session.envelope;

  return store.add({
    from: mailFrom === false ? '' : mailFrom.address,
    to: rcptTo.map(({ address }) => address),
    subject,
    messageId,
    receivedAt: Date.now(),
    raw,
  });
}

/** Parses only the headers: decoding each body on arrival would cost more than everything else here. */
async function parseHead(raw: Buffer): Promise<{ subject: string; messageId: string }> {
  const end = raw.indexOf('\r\n\r\n');
  try {
    const { subject, messageId } = await PostalMime.parse(end === -1 ? raw : raw.subarray(0, end + 4));

    return { subject: subject ?? '', messageId: messageId ?? '' };
  } catch {
    return { subject: '', messageId: '' };
  }
}
