import type { IncomingHttpHeaders } from 'node:http';

const snippetBytesMax = 1024;

const textType =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/x-www-form-urlencoded\b)/i;

/** Control, formatting and unassigned characters, and U+FFFD, which stands for bytes that are not UTF-8. */
const unprintable = /[^\P{C}\n\t]|\uFFFD/gu;

/** IMF-fixdate and the older RFC 850 form (RFC 9110, section 5.6.7). */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, [\w :-]+ GMT$/;

/** The beginning of a body for the endpoint's owner to read: at most 1 KB, and nothing where it is not plain text. */
export function takeSnippet(body: Uint8Array, headers: IncomingHttpHeaders): string {
  const { 'content-type': type = 'text/plain', 'content-encoding': encoding = 'identity' } = headers;
  const head = body.subarray(0, snippetBytesMax);
  if (!textType.test(type) || encoding.toLowerCase() !== 'identity' || head.includes(0)) {
    return '';
  }

  return new TextDecoder().decode(head, { stream: true }).replace(unprintable, '');
}

/**
 * `Retry-After` in seconds from now, 0 for a date that has passed, null when absent or malformed (RFC 9110, section
 * 10.2.3). A date is measured against the answer's own `Date`, so that neither side's clock matters.
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

  return Math.max(0, Math.ceil((at - (readDate(headers.date ?? '') ?? Date.now())) / 1000));
}

function readDate(value: string): number | null {
  const time = httpDate.test(value) ? Date.parse(value) : Number.NaN;

  return Number.isNaN(time) ? null : time;
}
