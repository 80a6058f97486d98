import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { awaitCallback } from '#lib/mail/await-callback.ts';
import { type MailCredential, xoauth2 } from '#lib/mail/credential.ts';
import { limitLines } from '#lib/mail/limit-lines.ts';
import type { MailServer } from '#lib/mail/mail-server.ts';
import { domainOf } from '#lib/mail/message-id.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import {
  readEnvelopeFailure,
  readMessageFailure,
  readSendFailure,
  type SendResult,
} from '#lib/mail/send-result.ts';
import { readServerId } from '#lib/mail/server-id.ts';
import { needsUtf8, supportsUtf8, utf8Unsupported } from '#lib/mail/smtp-utf8.ts';
import type { BudgetedSocket } from '#lib/network/budgeted-socket.ts';
import { ConnectionFailure } from '#lib/network/connection-failure.ts';
import type { ConversationBudget } from '#lib/network/conversation-budget.ts';
import { connectGuarded } from '#lib/network/guarded-socket.ts';
import { isLoopbackAddress } from '#lib/network/public-address.ts';
import { wireAddress } from '#lib/values/email-address.ts';

/** RFC 8314, section 3.3: implicit TLS. All other ports require STARTTLS. */
const implicitTlsPort = 465;

const connectTimeoutMs = 10_000;
/** Time from the greeting to the end of the login. */
const loginTimeoutMs = 30_000;
/** Servers scan a message before they accept it. All timeouts together are less than the function's timeout. */
const sendTimeoutMs = 110_000;

/**
 * Budget for TLS and for the replies to one message. A reply line has at most 512 bytes (RFC 5321, section 4.5.3.1.5).
 * OpenSSL accepts certificates of 100 KB.
 */
export const smtpBudget: ConversationBudget = {
  bytes: 262_144,
  timeMs: connectTimeoutMs + loginTimeoutMs + sendTimeoutMs,
  processorMs: 5000,
};

/** The SMTP session failed before MAIL. The message can be sent again, and its contact is not the cause. */
export class SmtpUnavailable extends Error {
  readonly failure: SendFailure;

  constructor(failure: SendFailure, options?: ErrorOptions) {
    super(`SMTP: ${failure.kind}`, options);
    this.name = 'SmtpUnavailable';
    this.failure = failure;
  }
}

/** A session that is logged in. */
export interface SmtpSession {
  send(mail: { readonly from: string; readonly to: string; readonly raw: Buffer }): Promise<SendResult>;
  /** Sends QUIT and closes the connection without waiting for the reply. */
  close(): void;
}

interface MailSender {
  readonly email: string;
  readonly smtp: MailServer;
}

/**
 * Connects, negotiates TLS and logs in. It sends no MAIL command.
 * @param timeoutMs for all steps together
 * @throws SmtpUnavailable
 */
export async function openSmtp(
  sender: MailSender,
  credential: MailCredential,
  loopback: 'allow' | 'refuse',
  timeoutMs = connectTimeoutMs + loginTimeoutMs,
  budget = smtpBudget,
): Promise<SmtpSession> {
  const { host, port } = sender.smtp;
  const deadline = performance.now() + timeoutMs;
  const connectMs = Math.min(connectTimeoutMs, timeoutMs);
  const connecting = connectGuarded({ host, port, loopback, timeoutMs: connectMs, budget });
  const socket = await connecting.catch((error) => throwUnavailable(error));
  const isLocal = loopback === 'allow' && isLoopbackAddress(socket.remoteAddress ?? '');
  const loginMs = Math.min(loginTimeoutMs, Math.max(0, deadline - performance.now()));

  return logInToSmtp(socket, sender, credential, isLocal ? 'in_clear' : 'over_tls', loginMs);
}

/**
 * Negotiates TLS and logs in over an open connection. Credentials are sent without TLS only to the local mail catcher.
 * @throws SmtpUnavailable
 */
export async function logInToSmtp(
  socket: BudgetedSocket,
  { email, smtp: { host, port, secure, username } }: MailSender,
  credential: MailCredential,
  security: 'in_clear' | 'over_tls',
  timeoutMs = loginTimeoutMs,
): Promise<SmtpSession> {
  const usesImplicitTls = secure || port === implicitTlsPort;
  const connection = new SMTPConnection({
    host,
    port,
    secure: usesImplicitTls,
    connection: socket.asSocket(),
    requireTLS: !usesImplicitTls && security === 'over_tls',
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true },
    // For EHLO. The default is the host name.
    name: domainOf(email),
    greetingTimeout: connectTimeoutMs,
    socketTimeout: sendTimeoutMs,
    socketCloseTimeout: 1000,
    ...(credential.kind === 'token' && {
      customAuth: { TOKEN: tokenAuthentication(credential.accessToken) },
    }),
  });
  // Callbacks also receive these errors. Without a listener, an error event ends the process.
  connection.on('error', () => undefined);
  limitLines(connection, () => socket.fail('too_large'));

  try {
    await awaitCallback(timeoutMs, connection, (done) =>
      connection.connect((error) =>
        error ? done(error) : connection.login(loginOf(username, credential), done),
      ),
    );
  } catch (error) {
    connection.close();
    throwUnavailable(error, socket);
  }

  return {
    send: (mail) => sendMessage(connection, socket, mail),
    close: () => {
      connection.quit();
      connection.close();
    },
  };
}

function loginOf(user: string, credential: MailCredential) {
  return credential.kind === 'token' ? { user, method: 'TOKEN' } : { user, pass: credential.password };
}

/**
 * Replaces nodemailer's XOAUTH2, which discards the server's reply to a rejected token and requests a new token itself. A
 * server may send details first (334) and wait for an empty line before it rejects the token. 235 means success.
 */
function tokenAuthentication(accessToken: string): SMTPConnection.CustomAuthenticationHandlers[string] {
  return async ({ auth, sendCommand }) => {
    const answer = await sendCommand(`AUTH XOAUTH2 ${xoauth2(auth.user ?? '', accessToken)}`);
    const { status } = answer.status === 334 ? await sendCommand('') : answer;
    if (status !== 235) throw new Error('the server rejected the token');
  };
}

async function sendMessage(
  connection: SMTPConnection,
  socket: BudgetedSocket,
  { from, to, raw }: { readonly from: string; readonly to: string; readonly raw: Buffer },
): Promise<SendResult> {
  const envelope = { from: wireAddress(from), to: [wireAddress(to)] };
  if (needsUtf8([from, to]) && !supportsUtf8(connection)) return utf8Unsupported;
  // nodemailer reads the stream only after the server's 354 to DATA. Before that, no byte of the message was sent.
  let isMessageRead = false;
  const message = new Readable({
    read() {
      isMessageRead = true;
      this.push(raw);
      this.push(null);
    },
  });
  let reply = '';
  try {
    await awaitCallback(sendTimeoutMs, connection, (done) =>
      connection.send(envelope, message, (error, info) => {
        reply = info?.response ?? '';
        done(error);
      }),
    );

    return { kind: 'accepted', serverId: readServerId(reply) };
  } catch (error) {
    if (isMessageRead) return readMessageFailure(error);

    return socket.failure === 'too_large'
      ? { kind: 'send_failure', failure: overBudget }
      : readEnvelopeFailure(error);
  }
}

const overBudget: SendFailure = { kind: 'limit_exceeded', smtpCode: null };

function throwUnavailable(error: unknown, socket?: BudgetedSocket): never {
  // Before a connection exists, any other error is a defect of this service.
  if (!socket && !(error instanceof ConnectionFailure)) throw error;
  const cause = socket?.failure ? new ConnectionFailure(socket.failure) : error;
  const isOverBudget = socket?.failure === 'too_large';
  throw new SmtpUnavailable(isOverBudget ? overBudget : readSendFailure(error), { cause });
}
