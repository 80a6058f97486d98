import { htmlToText } from '#lib/html/html-to-text.ts';
import { sanitiseHtml } from '#lib/html/sanitise.ts';
import type { AttachedFile, Mailbox, ReceivedMessage } from '#lib/mail/received-message.ts';
import { readAnsweredSenders } from '#lib/replies/text/answered-sender.ts';
import { stripQuotedReply } from '#lib/replies/text/strip-quoted-reply.ts';

/** What is stored of a received reply. All of it is encrypted. */
export interface ReplyContent {
  readonly fromName: string | null;
  readonly subject: string;
  /** The text without quotations; all of the text if nothing else is left. */
  readonly text: string;
  readonly fullText: string;
  /** Sanitised; null if the reply has no HTML. */
  readonly html: string | null;
  readonly attachments: readonly AttachedFile[];
  /** Recipients of copies. */
  readonly cc: readonly Mailbox[];
  /** Empty if the reply has none, or a longer one than is stored. */
  readonly messageId: string;
  /** The ids of the thread in the reply's header, oldest first. */
  readonly references: readonly string[];
  /** Whether texts, HTML or attachments are longer than what is stored. Cut names, subjects and ids do not count. */
  readonly isTruncated: boolean;
}

/** Lengths in characters or, with `…Bytes`, in bytes; `…Max`: numbers of entries. An item has at most 400 KB, and encryption adds a third. */
const limits = {
  name: 200,
  address: 320,
  subject: 998,
  messageId: 998,
  attachmentsMax: 50,
  ccMax: 50,
  referencesMax: 20,
  textBytes: 16_384,
  fullTextBytes: 65_536,
  htmlBytes: 131_072,
  /** Of JSON: a character needs up to six bytes. */
  totalBytes: 262_144,
} as const;

/** Printable ASCII characters in angle brackets. */
const messageIdPattern = /<[!-;=?-~]{1,500}>/g;

/** Reads the content of a reply in linear time. Pure. */
export function extractReplyContent(message: ReceivedMessage): ReplyContent {
  const printable = withoutControls(message.text);
  const text = truncateBytes(withoutControls(authorText(message)), limits.textBytes);
  const fullText = truncateBytes(printable, limits.fullTextBytes);
  const html = message.html === undefined ? undefined : fitHtml(message.html);
  const content: ReplyContent = {
    fromName: message.fromName.slice(0, limits.name).toWellFormed() || null,
    subject: message.subject.slice(0, limits.subject).toWellFormed(),
    text,
    fullText,
    html: html?.text ?? null,
    attachments: message.attachments.slice(0, limits.attachmentsMax).map(describeAttachment),
    cc: message.cc.filter(isShortMailbox).slice(0, limits.ccMax),
    messageId: message.messageId.length > limits.messageId ? '' : message.messageId,
    references: referencesOf(message),
    isTruncated:
      message.isTruncated ||
      fullText.length < printable.length ||
      html?.isTruncated === true ||
      message.attachments.length > limits.attachmentsMax,
  };
  const totalBytes = Buffer.byteLength(JSON.stringify(content));

  return totalBytes > limits.totalBytes ? { ...content, html: null, isTruncated: true } : content;
}

/**
 * The text that the reply's author wrote. The marks of mail programs in HTML do not depend on a language, so HTML is read
 * first if it has them.
 */
function authorText({ text, html, headers }: ReceivedMessage): string {
  const senders = readAnsweredSenders(headers);
  // `marked`: quotations that the HTML marks begin with `>`.
  const marked = html === undefined ? '' : htmlToText(html, 'marked');
  const fromHtml = /^>/m.test(marked) ? stripQuotedReply(marked, senders).trim() : '';

  return fromHtml || stripQuotedReply(text, senders).trim() || text;
}

/** Sanitised HTML may be too long, because escaping adds characters. Then half of the HTML is tried. The time stays linear. */
function fitHtml(html: string): { readonly text: string; readonly isTruncated: boolean } {
  for (let length = html.length; ; length = Math.floor(length / 2)) {
    const text = sanitiseHtml(html.slice(0, length), { images: 'alternative_text', links: 'new_window' });
    if (Buffer.byteLength(text) <= limits.htmlBytes) return { text, isTruncated: length < html.length };
  }
}

const isShortMailbox = ({ name, email }: Mailbox): boolean =>
  email !== '' && email.length <= limits.address && name.length <= limits.name;

function describeAttachment({ name, type, sizeBytes }: AttachedFile): AttachedFile {
  const cutName = name?.slice(0, limits.name).toWellFormed();

  return { name: cutName || null, type: type.slice(0, limits.name), sizeBytes };
}

/** Keeps the first id, which begins the thread, and the last ones, which are the nearest. */
function referencesOf({ headers }: ReceivedMessage): string[] {
  const idsIn = (name: string) => (headers.get(name) ?? []).join(' ').match(messageIdPattern) ?? [];
  const ids = [...new Set([...idsIn('references'), ...idsIn('in-reply-to')])];
  if (ids.length <= limits.referencesMax) return ids;

  return [...ids.slice(0, 1), ...ids.slice(-(limits.referencesMax - 1))];
}

/** Removes control characters except line feeds and tabs. The values of headers have none. */
function withoutControls(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\r\n', '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim();
}

function truncateBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;

  // With `stream`, a character that is cut within its bytes waits for the other bytes.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(Buffer.from(text).subarray(0, bytesMax), {
    stream: true,
  });
}
