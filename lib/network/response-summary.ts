import type { IncomingHttpHeaders } from 'node:http';

const snippetBytesMax = 1024;

/** Media types with text that can be shown. */
const textType =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded\b)/i;

/** Control, formatting and unassigned characters, and U+FFFD, which replaces invalid UTF-8. */
const unprintable = /[^\P{C}\n\t]|\uFFFD/gu;

/** IMF-fixdate and the older RFC 850 form (RFC 9110, section 5.6.7). */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, [\w :-]+ GMT$/;

/** The start of a body for display to the endpoint's owner: at most 1 KB; empty if it is not plain text. */
export function bodySnippet(body: Uint8Array, headers: IncomingHttpHeaders): string {
  const { 'content-type': type = 'text/plain', 'content-encoding': encoding = 'identity' } = headers;
  const head = body.subarray(0, snippetBytesMax);
  if (!textType.test(type) || encoding.toLowerCase() !== 'identity' || head.includes(0)) {
    return '';
  }

  // `stream` omits a character that is cut off at the end.
  return new TextDecoder().decode(head, { stream: true }).replace(unprintable, '');
}

/**
 * `Retry-After` in seconds from now: 0 for a past date, null when absent or malformed (RFC 9110, section 10.2.3). A date is
 * compared with the response's own `Date`, so clock differences do not matter.
 */
export function readRetryAfter(headers: IncomingHttpHeaders): number | null {
  const value = headers['retry-after']?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) {
    return Number(value);
  }
  const at = readDate(value);
  if (at === null) {
    return null;
  }
  const sentAt = readDate(headers.date ?? '') ?? Date.now();

  return Math.max(0, Math.ceil((at - sentAt) / 1000));
}

function readDate(value: string): number | null {
  const time = httpDate.test(value) ? Date.parse(value) : Number.NaN;

  return Number.isNaN(time) ? null : time;
}
