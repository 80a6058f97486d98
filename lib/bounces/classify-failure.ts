import { enhancedCodesIn, readRefusal } from '#lib/mail/refusal.ts';
import { classifyReply, type ReplyVerdict } from '#lib/mail/replies/classify-reply.ts';

/** A mail server's reply about one recipient, with its classification. */
export interface FailureClassification extends ReplyVerdict {
  /** Null if no SMTP server rejected the message. */
  readonly smtpCode: number | null;
  readonly enhancedCode: string | null;
  /** The server's words. Without an SMTP reply, the text that decided. */
  readonly diagnostic: string | null;
}

/** `550 5.1.1 …`, `550-5.1.1 …`, `550 #5.1.0`, `550: …`. */
const replyPattern = /(?<![\w.:-])([45]\d\d)[ :-] ?(?=\S)/;
const firstCodes = /^(\d{3})[ -]([245]\.\d{1,3}\.\d{1,3}) /;
/** Characters read of a text, before and after its white space is shortened. */
const lengthMax = { raw: 8000, read: 4000 };

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

  const singleLine = words.slice(0, lengthMax.raw).replaceAll(/\s+/g, ' ').trim().slice(0, lengthMax.read);
  const replyMatch = replyPattern.exec(singleLine);
  const smtpCode = replyMatch ? Number(replyMatch[1]) : null;
  const reply = withoutRepeatedCodes(replyMatch ? singleLine.slice(replyMatch.index) : singleLine);
  const replyStatuses = enhancedCodesIn(reply);
  const { enhancedCode, diagnostic } = readRefusal(reply);
  const statuses = [fieldStatus, enhancedCode ?? undefined, ...replyStatuses];
  const verdict = classifyReply({
    smtpCode,
    statuses: statuses.filter((each) => each !== undefined),
    words: reply,
  });

  // With an SMTP code, `readRefusal` accepts only codes of the same class.
  const anyCode = enhancedCode ?? (smtpCode === null ? replyStatuses[0] : undefined);

  return {
    ...verdict,
    smtpCode,
    enhancedCode: isSpecific ? fieldStatus : (anyCode ?? fieldStatus ?? null),
    diagnostic,
  };
}

/** Each line of a reply repeats the codes: RFC 2034. In a report, the lines are joined. */
function withoutRepeatedCodes(reply: string): string {
  const [start = '', smtpCode = '', enhancedCode = ''] = firstCodes.exec(reply) ?? [];
  if (start === '') return reply;
  const rest = [`${smtpCode}-${enhancedCode}`, `${smtpCode} ${enhancedCode}`, enhancedCode].reduce(
    (text, codes) => text.replaceAll(` ${codes} `, ' '),
    ` ${reply.slice(start.length)}`,
  );

  return `${start}${rest.slice(1)}`;
}
