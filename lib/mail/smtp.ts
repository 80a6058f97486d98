import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { type Credential, xoauth2 } from '#lib/mail/credential.ts';
import { type Handover, readEnvelopeFailure, readMessageFailure, readSetback } from '#lib/mail/handover.ts';
import { limitLines } from '#lib/mail/limit-lines.ts';
import type { MailServer } from '#lib/mail/mail-server.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import { readServerId } from '#lib/mail/server-id.ts';
import type { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { connectGuarded } from '#lib/network/guarded-socket.ts';
import { isLoopbackAddress } from '#lib/network/public-address.ts';

const connectTimeoutMs = 10_000;
/** From the greeting to the end of the login. */
const thresholdTimeoutMs = 30_000;
/** Servers look at a message before they take it. Together with what comes before it, less than the function may run. */
const handOverTimeoutMs = 110_000;

/**
 * Replies of one message: RFC 5321, section 4.5.3.1.5, limits a line to 512 bytes. The rest is for TLS: OpenSSL takes
 * certificates of 100 KB.
 */
export const smtpBudget: ConversationBudget = {
  bytes: 262_144,
  timeMs: connectTimeoutMs + thresholdTimeoutMs + handOverTimeoutMs,
  processorMs: 5000,
};

/** Nothing of a mail has been said: it may be tried again, and its contact is not the cause. */
export class SmtpUnavailable extends Error {
  readonly setback: SendFailure;

  constructor(setback: SendFailure, options?: ErrorOptions) {
    super(`SMTP: ${setback.kind}`, options);
    this.name = 'SmtpUnavailable';
    this.setback = setback;
  }
}

export interface SmtpSession {
  handOver(mail: { readonly from: string; readonly to: string; readonly raw: Buffer }): Promise<Handover>;
  /** Says good-bye, and waits for no answer. */
  close(): void;
}

interface MailSender {
  readonly email: string;
  readonly smtp: MailServer;
}

/**
 * Connects, negotiates TLS and logs in; speaks nothing of a mail yet.
 * @param timeoutMs for all of it
 * @throws SmtpUnavailable
 */
export async function openSmtp(
  sender: MailSender,
  credential: Credential,
  loopback: 'allow' | 'refuse',
  timeoutMs = connectTimeoutMs + thresholdTimeoutMs,
  budget = smtpBudget,
): Promise<SmtpSession> {
  const { host, port } = sender.smtp;
  const until = performance.now() + timeoutMs;
  const connectMs = Math.min(connectTimeoutMs, timeoutMs);
  const opened = connectGuarded({ host, port, loopback, timeoutMs: connectMs, budget });
  const socket = await opened.catch((error) => unavailable(error));
  const staysHere = loopback === 'allow' && isLoopbackAddress(socket.remoteAddress ?? '');
  const loginMs = Math.min(thresholdTimeoutMs, Math.max(0, until - performance.now()));

  return logIn(socket, sender, credential, staysHere ? 'in_clear' : 'over_tls', loginMs);
}

/**
 * The same over a connection that is open. Credentials never travel in clear, but to the catcher on this very machine.
 * @throws SmtpUnavailable
 */
export async function logIn(
  socket: BudgetedSocket,
  { email, smtp: { host, port, secure, username } }: MailSender,
  credential: Credential,
  atLeast: 'in_clear' | 'over_tls',
  timeoutMs = thresholdTimeoutMs,
): Promise<SmtpSession> {
  const isImplicit = secure || port === implicitTlsPort;
  const connection = new SMTPConnection({
    host,
    port,
    secure: isImplicit,
    connection: socket.asSocket(),
    requireTLS: !isImplicit && atLeast === 'over_tls',
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    // In EHLO: by itself it would tell the name of this machine.
    name: email.slice(email.lastIndexOf('@') + 1),
    greetingTimeout: connectTimeoutMs,
    socketTimeout: handOverTimeoutMs,
    socketCloseTimeout: 1000,
    ...(credential.kind === 'token' && { customAuth: { TOKEN: handToken(credential.accessToken) } }),
  });
  // Errors arrive through the callbacks too; without a listener they would end the process.
  connection.on('error', () => undefined);
  limitLines(connection, () => socket.fail('too_large'));

  try {
    await settled(timeoutMs, connection, (done) =>
      connection.connect((error) =>
        error ? done(error) : connection.login(loginOf(username, credential), done),
      ),
    );
  } catch (error) {
    connection.close();
    unavailable(error, socket);
  }

  return {
    handOver: (mail) => handOver(connection, socket, mail),
    close: () => {
      connection.quit();
      connection.close();
    },
  };
}

function loginOf(user: string, credential: Credential) {
  return credential.kind === 'token' ? { user, method: 'TOKEN' } : { user, pass: credential.password };
}

/**
 * nodemailer's own way loses what a server says when it refuses a token, and asks for another one by itself; so this has
 * another name there. A server may explain its refusal first (334), and wait for an empty line before it refuses.
 */
function handToken(accessToken: string): SMTPConnection.CustomAuthenticationHandlers[string] {
  return async ({ auth, sendCommand }) => {
    const answer = await sendCommand(`AUTH XOAUTH2 ${xoauth2(auth.user ?? '', accessToken)}`);
    const { status } = answer.status === 334 ? await sendCommand('') : answer;
    if (status !== 235) throw new Error('the token was refused');
  };
}

/** RFC 8314, section 3.3: TLS from the first byte. On every other port STARTTLS must come first. */
const implicitTlsPort = 465;

async function handOver(
  connection: SMTPConnection,
  socket: BudgetedSocket,
  { from, to, raw }: { readonly from: string; readonly to: string; readonly raw: Buffer },
): Promise<Handover> {
  // It is read when the server has said 354 to DATA, and not before: until then no byte of the mail has left.
  let hasBegun = false;
  const message = new Readable({
    read() {
      hasBegun = true;
      this.push(raw);
      this.push(null);
    },
  });
  let reply = '';
  try {
    await settled(handOverTimeoutMs, connection, (done) =>
      connection.send({ from, to: [to] }, message, (error, info) => {
        reply = info?.response ?? '';
        done(error);
      }),
    );

    return { kind: 'accepted', serverId: readServerId(reply) };
  } catch (error) {
    if (hasBegun) return readMessageFailure(error);

    return socket.failure === 'too_large'
      ? { kind: 'setback', setback: overBudget }
      : readEnvelopeFailure(error);
  }
}

/** nodemailer's callbacks as a promise; a connection that breaks without calling back, or drags on, settles it too. */
async function settled(
  timeoutMs: number,
  connection: SMTPConnection,
  start: (done: (error?: Error | null) => void) => void,
): Promise<void> {
  const settling = Promise.withResolvers<void>();
  // Whoever closes the connection because of a reply says so a moment later.
  const ended = () => queueMicrotask(() => settling.reject(new Error('the connection ended')));
  const timer = setTimeout(() => connection.close(), timeoutMs);
  connection.once('error', settling.reject).once('end', ended);
  try {
    start((error) => (error ? settling.reject(error) : settling.resolve()));
    await settling.promise;
  } finally {
    clearTimeout(timer);
    connection.removeListener('error', settling.reject).removeListener('end', ended);
  }
}

const overBudget: SendFailure = { kind: 'limit_exceeded', smtpCode: null };

function unavailable(error: unknown, socket?: BudgetedSocket): never {
  if (!socket && !(error instanceof ConnectionFailure)) throw error;
  const cause = socket?.failure ? new ConnectionFailure(socket.failure) : error;
  const isOverBudget = socket?.failure === 'too_large';
  throw new SmtpUnavailable(isOverBudget ? overBudget : readSetback(error), { cause });
}
