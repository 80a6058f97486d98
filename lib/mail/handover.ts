import { isRefusal, type Refusal, readRefusal } from '#lib/mail/refusal.ts';
import type { SendFailure } from '#lib/mail/send-failure.ts';
import {
  judgeMail,
  judgeThreshold,
  type MailMoment,
  type Threshold,
  type Verdict,
} from '#lib/mail/verdict.ts';

/** What became of a mail that was handed to a server. */
export type Handover =
  | {
      readonly kind: 'accepted';
      /** The id that the server gave the message; undefined when its reply has none. */
      readonly serverId: string | undefined;
    }
  /** The server said clearly that it has not taken the mail, for a reason that is the mail's or its recipient's. */
  | {
      readonly kind: 'refused';
      readonly refusal: Refusal;
      readonly verdict: Exclude<Verdict, SendFailure['kind']>;
    }
  /** It has not taken the mail, nor would it have taken any other of this account. */
  | { readonly kind: 'setback'; readonly setback: SendFailure }
  /** The connection was lost while the server may have been taking it. */
  | { readonly kind: 'unknown' };

/** What nodemailer tells of a failure: `response` is the server's reply, `command` what it replied to. */
interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly response?: string;
}

/** Before a mail was spoken of. Without a reply it is the connection that failed, or nothing fits its ways to log in. */
export function readSetback(error: unknown): SendFailure {
  const { code, command = '', response } = error as SmtpFailure;
  if (!isRefusal(response)) return { kind: code === 'EAUTH' ? 'auth' : 'unreachable', smtpCode: null };
  const refusal = readRefusal(response);

  return { kind: judgeThreshold(thresholdOf(command), refusal), smtpCode: refusal.smtpCode };
}

function thresholdOf(command: string): Threshold {
  if (command.startsWith('AUTH')) return 'auth';
  if (command === 'STARTTLS') return 'starttls';

  return command === 'EHLO' || command === 'HELO' ? 'ehlo' : 'greeting';
}

const envelopeMoments: Readonly<Record<string, MailMoment>> = {
  'MAIL FROM': 'mail',
  'RCPT TO': 'rcpt',
  DATA: 'data',
};

/**
 * After MAIL was said, and before any byte of the message: the server cannot have the mail. What it says without being
 * asked, such as 421, is no answer to the recipient.
 */
export function readEnvelopeFailure(error: unknown): Handover {
  const { command = '', response } = error as SmtpFailure;
  const moment = envelopeMoments[command];

  return moment && isRefusal(response)
    ? judged(moment, response)
    : { kind: 'setback', setback: readSetback(error) };
}

/** Once the message is on its way, only a whole reply to it says that the server does not have it. */
export function readMessageFailure(error: unknown): Handover {
  const { code, response } = error as SmtpFailure;

  return code === 'EMESSAGE' && isRefusal(response) ? judged('message', response) : { kind: 'unknown' };
}

function judged(moment: MailMoment, response: string): Handover {
  const refusal = readRefusal(response);
  const verdict = judgeMail(moment, refusal);

  return verdict === 'bounce' || verdict === 'fail' || verdict === 'retry'
    ? { kind: 'refused', refusal, verdict }
    : { kind: 'setback', setback: { kind: verdict, smtpCode: refusal.smtpCode } };
}
