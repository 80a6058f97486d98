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
 * @param status the status of the report; empty if it has none. It is often only 5.0.0, and the reply is more specific
 * @param words the reply, or the text that contains it
 */
export function classifyFailure(status: string, words: string): FailureClassification {
  const stated = /^[245]\.\d{1,3}\.\d{1,3}/.exec(status.trim())?.[0];
  const plain = words.replaceAll(/\s+/g, ' ').slice(0, 4000);
  const at = replyPattern.exec(plain);
  const reply = (at ? plain.slice(at.index) : plain).replaceAll(repeatedCode, '').trim();
  const { diagnostic } = readRefusal(reply.replace(/^(\d{3}): ?/, '$1 '));
  const smtpCode = at ? Number(at[1]) : null;
  const repliedStatuses = [...reply.matchAll(statusPattern)].slice(0, statusesMax).map(([each]) => each);
  const isSpecific = stated !== undefined && !/^5\.[035]\.0$/.test(stated);
  const first = readRefusal(reply).enhancedCode ?? repliedStatuses[0] ?? null;
  const statuses = [...new Set([...(stated === undefined ? [] : [stated]), ...repliedStatuses])];

  return {
    ...classifyReply({ smtpCode, statuses, words: reply }),
    smtpCode,
    enhancedCode: isSpecific ? stated : (first ?? stated ?? null),
    diagnostic: diagnostic === null || diagnostic === '' ? null : diagnostic,
  };
}
