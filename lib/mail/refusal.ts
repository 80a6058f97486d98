/** What a mail server said when it did not take a mail, or did not let somebody in. */
export interface Refusal {
  readonly smtpCode: number;
  /** RFC 3463, section 3; null when the server gave none. */
  readonly enhancedCode: string | null;
  /** The server's words without the codes, on one line; null when it had none. */
  readonly diagnostic: string | null;
}

/** It becomes part of an event, whose item stays below 1 KB. */
const diagnosticLengthMax = 300;

/** Codes may stand at the beginning of each line of a reply: RFC 2034. */
const replyLine = /^\d{3}[ -]?(?:([245]\.\d{1,3}\.\d{1,3})(?=\s|$))?(.*)$/;

/** @param reply one line or more, as they came */
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

/** Whether a reply refuses something: RFC 5321, section 4.2.1. */
export function isRefusal(reply: string | undefined): reply is string {
  return reply !== undefined && /^[45]\d\d(?:[ -]|$)/.test(reply);
}
