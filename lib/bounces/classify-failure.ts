import { readRefusal } from '#lib/mail/refusal.ts';
import { classifyReply, type ReplyVerdict } from '#lib/mail/replies/classify-reply.ts';

/** A mail server's reply about one recipient, with its classification. */
export interface FailureClassification extends ReplyVerdict {
  /** Null if no SMTP server rejected the message. */
  readonly smtpCode: number | null;
  readonly enhancedCode: string | null;
  readonly diagnostic: string | null;
}

const statusPattern = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]\d)/g;
const statusesMax = 5;
/** `550 5.1.1 …`, `550-5.1.1 …`, `550 #5.1.0`, `550: …`. */
const replyPattern = /(?<![\d.:-])([45]\d\d)[ :-] ?(?=\S)/;
/** Each line of a reply repeats the codes: RFC 2034. */
const repeatedCode = /(?<=\s)\d{3}-(?=[245]\.\d{1,3}\.\d{1,3}\s)/g;

/**
 * Classifies why a server did not deliver a message, by its reply.
 * @param status enhanced status code in the report's fields; empty if they have no code. It is often only 5.0.0; the reply then
 * has the more specific code.
 * @param words the server's reply, or the text that contains it
 */
export function classifyFailure(status: string, words: string): FailureClassification {
  const fieldStatus = /^[245]\.\d{1,3}\.\d{1,3}/.exec(status.trim())?.[0];
  // 5.0.0, 5.3.0 and 5.5.0 are general codes, so the code of the reply takes precedence.
  const isSpecific = fieldStatus !== undefined && !/^5\.[035]\.0$/.test(fieldStatus);

  const singleLine = words.replaceAll(/\s+/g, ' ').slice(0, 4000);
  const replyMatch = replyPattern.exec(singleLine);
  const smtpCode = replyMatch ? Number(replyMatch[1]) : null;
  const reply = (replyMatch ? singleLine.slice(replyMatch.index) : singleLine)
    .replaceAll(repeatedCode, '')
    .trim();
  const replyStatuses = [...reply.matchAll(statusPattern)].slice(0, statusesMax).map(([each]) => each);
  const replyStatus = readRefusal(reply).enhancedCode ?? replyStatuses[0];
  const statuses = [fieldStatus, ...replyStatuses].filter((each) => each !== undefined);
  // `readRefusal` accepts no colon after the code.
  const { diagnostic } = readRefusal(reply.replace(/^(\d{3}): ?/, '$1 '));

  return {
    ...classifyReply({ smtpCode, statuses, words: reply }),
    smtpCode,
    enhancedCode: isSpecific ? fieldStatus : (replyStatus ?? fieldStatus ?? null),
    diagnostic,
  };
}
