/** A mail server's negative reply to a message or a login. */
export interface Refusal {
  readonly smtpCode: number;
  /** RFC 3463, section 3; null if the reply contains none. */
  readonly enhancedCode: string | null;
  /** The text of the reply without codes, on one line; null if the reply has no text. */
  readonly diagnostic: string | null;
}

/** The diagnostic is stored in an event. An event's item must stay below 1 KB. */
const diagnosticLengthMax = 300;

/** Each line of a reply may begin with the codes: RFC 2034. */
const replyLine = /^\d{3}[ -]?(?:([245]\.\d{1,3}\.\d{1,3})(?=\s|$))?(.*)$/;

/** @param reply one or more unmodified lines */
export function readRefusal(reply: string): Refusal {
  const lines = reply.split('\n').map((line) => replyLine.exec(line.trim()));
  const words = lines.map((line) => line?.[2] ?? '').join(' ');
  const diagnostic = words
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, diagnosticLengthMax);

  return {
    smtpCode: Number.parseInt(reply, 10),
    enhancedCode: lines.find((line) => line?.[1] !== undefined)?.[1] ?? null,
    diagnostic: diagnostic === '' ? null : diagnostic,
  };
}

/** Whether a reply is negative: RFC 5321, section 4.2.1. */
export function isRefusal(reply: string | undefined): reply is string {
  return reply !== undefined && /^[45]\d\d(?:[ -]|$)/.test(reply);
}
