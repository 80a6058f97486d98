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

/** Each line of a reply may begin with the codes (RFC 2034). Cisco writes `550 #5.1.0 …`, others write `550: 5.1.0 …`. */
const replyLine = /^(?:\d{3}(?::? |[-:])?)?#?(?:([245]\.\d{1,3}\.\d{1,3})(?=[\s:]|$):?)?(.*)$/;
const statusPattern = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]\d)/g;
const statusesMax = 5;

/**
 * Reads the reply to a command, or a reply that a delivery report quotes.
 * @param reply one or more unmodified lines
 */
export function readRefusal(reply: string): Refusal {
  const lines = reply.split('\n').map((line) => replyLine.exec(line.trim()));
  const words = lines.map((line) => line?.[2] ?? '').join(' ');
  const diagnostic = words
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, diagnosticLengthMax);
  // qmail writes the code at the end: `550 sorry, no mailbox here by that name (#5.1.1)`. Both codes have the same class: RFC 2034.
  const inText = enhancedCodesIn(words).find((code) => code.startsWith(reply.slice(0, 1)));

  return {
    smtpCode: Number.parseInt(reply, 10),
    enhancedCode: lines.find((line) => line?.[1] !== undefined)?.[1] ?? inText ?? null,
    diagnostic: diagnostic === '' ? null : diagnostic,
  };
}

/** The enhanced status codes anywhere in a text. */
export function enhancedCodesIn(text: string): string[] {
  return [...text.matchAll(statusPattern)].slice(0, statusesMax).map(([code]) => code);
}

/** The codes and the text of a refusal on one line, at most 300 characters; empty if a report names neither. */
export function refusalText({
  smtpCode,
  enhancedCode,
  diagnostic,
}: Omit<Refusal, 'smtpCode'> & { readonly smtpCode: number | null }): string {
  const parts = [smtpCode, enhancedCode, diagnostic].filter((part) => part !== null);

  return parts.join(' ').slice(0, diagnosticLengthMax);
}

/** Whether a reply is negative: RFC 5321, section 4.2.1. */
export function isRefusal(reply: string | undefined): reply is string {
  return reply !== undefined && /^[45]\d\d(?:[ -]|$)/.test(reply);
}
