import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailServer } from '#lib/email-accounts/sending.ts';
import { type Refusal, readRefusal } from '#lib/mail/refusal.ts';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import { connectGuarded } from '#lib/network/guarded-socket.ts';

const connectTimeoutMs = 10_000;
const commandTimeoutMs = 30_000;

/** Nothing irreversible has been said: the mail may be tried again. */
export class SmtpUnavailable extends Error {
  readonly reason: 'auth' | 'network';

  constructor(reason: 'auth' | 'network') {
    super(`SMTP ${reason} failure`);
    this.name = 'SmtpUnavailable';
    this.reason = reason;
  }
}

type Handover =
  | { readonly kind: 'accepted' }
  /** The server said clearly that it has not taken the mail. */
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** The connection was lost while the server may have been taking it. */
  | { readonly kind: 'unknown' };

export interface SmtpSession {
  handOver(mail: { readonly from: string; readonly to: string; readonly raw: Buffer }): Promise<Handover>;
  close(): void;
}

/**
 * Connects, negotiates TLS and logs in; speaks nothing of a mail yet.
 * @throws SmtpUnavailable
 */
export async function openSmtp(
  { host, port, secure, username }: MailServer,
  password: string,
  loopback: 'allow' | 'refuse',
): Promise<SmtpSession> {
  const socket = await connectGuarded({ host, port, loopback, timeoutMs: connectTimeoutMs }).catch(
    unavailable,
  );
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    connection: socket,
    // Credentials never travel in clear, but to the catcher on this very machine.
    requireTLS: !secure && loopback === 'refuse',
    greetingTimeout: connectTimeoutMs,
    socketTimeout: commandTimeoutMs,
  });
  // Errors arrive through the callbacks too; without a listener they would end the process.
  connection.on('error', () => undefined);

  try {
    await settled((done) => connection.connect(done), connection);
    await settled((done) => connection.login({ user: username, pass: password }, done), connection);
  } catch (error) {
    connection.close();
    throw unavailableFor(error);
  }

  return {
    handOver: (mail) => handOver(connection, mail),
    close: () => connection.quit(),
  };
}

async function handOver(
  connection: SMTPConnection,
  { from, to, raw }: { readonly from: string; readonly to: string; readonly raw: Buffer },
): Promise<Handover> {
  try {
    await settled((done) => connection.send({ from, to: [to] }, raw, done), connection);

    return { kind: 'accepted' };
  } catch (error) {
    const { code, command, response } = error as { code?: string; command?: string; response?: string };
    const answered = (code === 'EENVELOPE' || code === 'EMESSAGE') && response !== undefined;

    return answered && /^[45]\d\d/.test(response)
      ? { kind: 'refused', refusal: readRefusal(response, command === 'MAIL FROM' ? 'sender' : 'recipient') }
      : { kind: 'unknown' };
  }
}

/** nodemailer's callbacks as a promise; a connection that breaks without calling back settles it too. */
function settled(
  start: (done: (error?: Error | null) => void) => void,
  connection: SMTPConnection,
): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.once('error', reject);
    connection.once('end', () => reject(new Error('connection ended')));
    start((error) => {
      connection.removeListener('error', reject);
      if (error) reject(error);
      else resolve();
    });
  });
}

function unavailable(error: unknown): never {
  if (error instanceof ConnectionFailure) throw new SmtpUnavailable('network');
  throw error;
}

function unavailableFor(error: unknown): SmtpUnavailable {
  return new SmtpUnavailable((error as { code?: string }).code === 'EAUTH' ? 'auth' : 'network');
}
