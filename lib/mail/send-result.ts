import { isRefusal, type Refusal, readRefusal } from '#lib/mail/refusal.ts';
import {
  classifySessionRefusal,
  classifyTransactionRefusal,
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
  /** The server rejected the message because of its content or its recipient. */
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly verdict: Exclude<RefusalVerdict, SendFailure['kind']>;
    }
  /** The server did not accept the message, and would not accept any other message of this account now. */
  | { readonly kind: 'send_failure'; readonly failure: SendFailure }
  /** The connection was lost while the server may have accepted the message. */
  | { readonly kind: 'unknown' };

/** Fields of nodemailer's errors: `response` is the server's reply to `command`. */
interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
}

/** Reads a failure of the session: before MAIL, or an unsolicited reply later. Without a reply, the connection failed or no authentication method is supported. */
export function readSendFailure(error: unknown): SendFailure {
  const { code, command = '', response } = error as SmtpFailure;
  if (!isRefusal(response)) return { kind: code === 'EAUTH' ? 'auth' : 'unreachable', smtpCode: null };
  const refusal = readRefusal(response);

  return { kind: classifySessionRefusal(sessionPhaseOf(command), refusal), smtpCode: refusal.smtpCode };
}

function sessionPhaseOf(command: string): SessionPhase {
  if (command.startsWith('AUTH')) return 'auth';
  if (command === 'STARTTLS') return 'starttls';

  return command === 'EHLO' || command === 'HELO' ? 'ehlo' : 'greeting';
}

const envelopePhases: Readonly<Record<string, TransactionPhase>> = {
  'MAIL FROM': 'mail',
  'RCPT TO': 'rcpt',
  DATA: 'data',
};

/**
 * Reads a failure after MAIL and before the first byte of the message: the server cannot have accepted the message. An
 * unsolicited reply, such as 421, is a failure of the session.
 */
export function readEnvelopeFailure(error: unknown): SendResult {
  const { command = '', response } = error as SmtpFailure;
  const phase = envelopePhases[command];

  return phase && isRefusal(response)
    ? classifyRefusal(phase, response)
    : { kind: 'send_failure', failure: readSendFailure(error) };
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
  const verdict = classifyTransactionRefusal(phase, refusal);

  return verdict === 'bounce' || verdict === 'fail' || verdict === 'retry'
    ? { kind: 'refused', refusal, verdict }
    : { kind: 'send_failure', failure: { kind: verdict, smtpCode: refusal.smtpCode } };
}
