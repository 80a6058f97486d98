import { isRefusal, type Refusal, readRefusal, refusalText } from '#lib/mail/refusal.ts';
import {
  classifyMailRefusal,
  classifySessionRefusal,
  classifyTransactionRefusal,
  describeLoginRefusal,
  type RefusalVerdict,
  type SessionPhase,
  type TransactionPhase,
} from '#lib/mail/refusal-verdict.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';

/** The result of sending a message to a mail server. */
export type SendResult =
  | {
      readonly kind: 'accepted';
      /** The server's id of the message; undefined if the reply contains none. */
      readonly serverId: string | undefined;
    }
  /** The server rejected the message after MAIL: it may concern the recipient, the content or the account. */
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly verdict: RefusalVerdict }
  /** The server did not accept the message, and would not accept any other message of this account now. */
  | { readonly kind: 'send_failure'; readonly failure: SendFailure }
  /** The connection was lost while the server may have accepted the message. */
  | { readonly kind: 'unknown' };

export type Refused = Extract<SendResult, { kind: 'refused' }>;

/** Fields of nodemailer's errors: `response` is the server's reply to `command`. */
interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
}

/** Reads a failure of the session: before MAIL, or an unsolicited reply later. Without a reply, the connection failed or no authentication method is supported. */
export function readSendFailure(error: unknown): SendFailure {
  const { code, command = '', response } = error as SmtpFailure;
  if (!isRefusal(response)) {
    return { kind: code === 'EAUTH' ? 'auth' : 'unreachable', smtpCode: null };
  }
  const refusal = readRefusal(response);
  const phase = sessionPhaseOf(command);
  const failure = { kind: classifySessionRefusal(phase, refusal), smtpCode: refusal.smtpCode };

  // A reply to AUTH may repeat the password, so it is never quoted.
  return phase === 'auth'
    ? { ...failure, settingToChange: describeLoginRefusal(refusal) }
    : { ...failure, serverReply: refusalText(refusal) };
}

function sessionPhaseOf(command: string): SessionPhase {
  if (command.startsWith('AUTH')) return 'auth';
  if (command === 'STARTTLS') return 'starttls';

  return command === 'EHLO' || command === 'HELO' ? 'ehlo' : 'greeting';
}

/**
 * Reads a failure from MAIL on and before the first byte of the message: the server cannot have accepted the message. A refusal
 * of MAIL precedes the recipient, so it concerns the account. An unsolicited reply, such as 421, may concern the recipient.
 */
export function readEnvelopeFailure(error: unknown): SendResult {
  const { command = '', response } = error as SmtpFailure;
  if (!isRefusal(response)) return { kind: 'send_failure', failure: readSendFailure(error) };
  if (command !== 'MAIL FROM') return classifyRefusal(command === 'RCPT TO' ? 'rcpt' : 'data', response);
  const refusal = readRefusal(response);
  const kind = classifyMailRefusal(refusal);
  // The size in MAIL belongs to the message.
  if (kind === undefined) return classifyRefusal('message', response);

  return {
    kind: 'send_failure',
    failure: { kind, smtpCode: refusal.smtpCode, serverReply: refusalText(refusal) },
  };
}

/** Reads a failure after the first byte of the message. Only a complete rejection proves that the server did not accept it. */
export function readMessageFailure(error: unknown): SendResult {
  const { code, response } = error as SmtpFailure;

  return code === 'EMESSAGE' && isRefusal(response)
    ? classifyRefusal('message', response)
    : { kind: 'unknown' };
}

function classifyRefusal(phase: TransactionPhase, response: string): SendResult {
  const refusal = readRefusal(response);

  return { kind: 'refused', refusal, verdict: classifyTransactionRefusal(phase, refusal) };
}
