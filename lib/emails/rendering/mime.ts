import { hash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import type { Content } from '#lib/emails/rendering/content.ts';
import { wireAddress } from '#lib/values/email-address.ts';
import { toSingleLine } from '#lib/values/text/single-line.ts';

const lineBreak = Buffer.from('\r\n');

export interface EmailHeaders {
  readonly from: { readonly name: string; readonly address: string };
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly messageId: string;
  /** Defaults to now. */
  readonly date?: Date;
  readonly inReplyTo?: string;
  readonly references?: string[];
  /** Target of one-click unsubscribe; undefined to omit the header. */
  readonly unsubscribeUrl: string | undefined;
  /** Whether programs must not answer it (RFC 3834). */
  readonly isAutomatic?: boolean;
}

/**
 * Builds the MIME message. Addresses are objects, because a crafted string could add a second recipient. The boundary of the
 * parts depends on the Message-ID, so that a retry sends the same message. All line breaks are CRLF, also the last one: the
 * result has the bytes that the mail server receives.
 */
export async function buildMime(
  emailHeaders: EmailHeaders,
  content: Pick<Content, 'text' | 'html'>,
): Promise<Buffer> {
  const built = await composeMime(emailHeaders, content, undefined);
  const raw = built.includes(fromLine)
    ? escapeFromLines(await composeMime(emailHeaders, content, 'quoted-printable'))
    : built;

  return raw.subarray(-2).equals(lineBreak) ? raw : Buffer.concat([raw, lineBreak]);
}

/** Some mail servers change lines that begin so, because mailboxes in files (RFC 4155) separate messages by them. */
const fromLine = '\r\nFrom ';

/** Escapes such lines in quoted-printable. The soft line break keeps the line within its limit of 76 characters. */
function escapeFromLines(raw: Buffer): Buffer {
  return Buffer.from(raw.toString('latin1').replaceAll(fromLine, '\r\n=46=\r\nrom '), 'latin1');
}

/** @param encoding undefined: the shortest one */
function composeMime(
  emailHeaders: EmailHeaders,
  { text, html }: Pick<Content, 'text' | 'html'>,
  encoding: 'quoted-printable' | undefined,
): Promise<Buffer> {
  const { from, to, replyTo, subject, messageId, date, inReplyTo, references, unsubscribeUrl } = emailHeaders;
  const subjectLine = toSingleLine(subject);

  return new MailComposer({
    from: { name: toSingleLine(from.name), address: wireAddress(from.address) },
    to: { name: '', address: wireAddress(to) },
    ...(replyTo !== null && { replyTo: { name: '', address: wireAddress(replyTo) } }),
    ...(!encodedWord.test(subjectLine) && { subject: subjectLine }),
    ...(encoding !== undefined && { encoding }),
    ...(date !== undefined && { date }),
    baseBoundary: hash('sha256', messageId).slice(0, 16),
    ...(inReplyTo !== undefined && { inReplyTo }),
    ...(references !== undefined && { references }),
    text,
    ...(html !== undefined && { html }),
    headers: {
      // Folded, it would be unreadable for some mail programs.
      'Message-ID': { prepared: true, value: messageId },
      ...(encodedWord.test(subjectLine) && { Subject: { prepared: true, value: encodeWords(subjectLine) } }),
      ...(unsubscribeUrl !== undefined && unsubscribeHeaders(unsubscribeUrl)),
      ...(emailHeaders.isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'windows',
  })
    .compile()
    .build();
}

/** Text that mail programs would decode (RFC 2047), although its author did not encode it. */
const encodedWord = /=\?[^?\s]{1,60}\?[bq]\?/i;
/** In bytes. An encoded word has at most 75 characters. */
const wordBytesMax = 45;

/** Encodes a subject as encoded words, which hold whole characters. */
function encodeWords(text: string): string {
  const words: string[] = [];
  let word = '';
  for (const character of text) {
    if (Buffer.byteLength(word + character) > wordBytesMax) {
      words.push(word);
      word = '';
    }
    word += character;
  }

  return [...words, word].map((each) => `=?UTF-8?B?${Buffer.from(each).toString('base64')}?=`).join('\r\n ');
}

/** One-click unsubscribe (RFC 8058): mail clients show a button and send a POST request. */
function unsubscribeHeaders(url: string) {
  return {
    'List-Unsubscribe': { prepared: true, value: `<${url}>` },
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}
