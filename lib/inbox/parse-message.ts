import { redactOneTimeTokens } from '#lib/auth/one-time-token.ts';
import { readNotice } from '#lib/bounces/notice.ts';
import { type ReturnedHeader, readReturnedHeader } from '#lib/bounces/returned-header.ts';
import { type Classification, classify } from '#lib/inbox/classify.ts';
import { replySnippet } from '#lib/inbox/reply-snippet.ts';
import { withoutLinkTokens } from '#lib/links/token.ts';
import { type ReceivedMessage, readHeaderBytes, readMessage } from '#lib/mail/received-message.ts';
import { extractReplyContent, type ReplyContent } from '#lib/replies/content.ts';

/** The classification of a message that may concern one of our messages. */
export type RelevantClassification = Exclude<Classification, { kind: 'other' }>;

/** All that its effects need of a received message. */
export interface ParsedMessage {
  readonly message: ReceivedMessage;
  readonly classification: RelevantClassification;
  /** Distinguishes the message from others: its `Message-ID`, otherwise its header. */
  readonly identity: string;
  /** The beginning of the author's text; empty if the message is not a reply. */
  readonly snippet: string;
  /** What is stored of a reply; undefined for other messages. */
  readonly content: ReplyContent | undefined;
  readonly returned: ReturnedHeader;
}

/** @returns undefined if the message is not relevant */
export async function parseMessage(source: Buffer): Promise<ParsedMessage | undefined> {
  const header = readHeaderBytes(source);
  // If the message exceeds a parser limit, only its header is read.
  const received = (await readMessage(source)) ?? (await readMessage(header));
  const message = received && withoutTokens(received);
  const classification = message && classify(message);
  if (!classification || classification.kind === 'other') return undefined;

  const isReply = classification.kind === 'reply' || classification.kind === 'auto_reply';
  const content = isReply ? extractReplyContent(message) : undefined;

  return {
    // Callers do not get the HTML as received: `content` has it sanitised.
    message: { ...message, html: undefined },
    classification,
    content,
    identity: message.messageId === '' ? header.toString('latin1') : message.messageId,
    snippet: replySnippet(content?.text ?? ''),
    returned: readReturnedHeader(message, readNotice(message.text)),
  };
}

/** A reply quotes the links of our email, or the token of an invitation or a password reset. They can still be valid and must not be stored. */
function withoutTokens(message: ReceivedMessage): ReceivedMessage {
  const { subject, text, html } = message;

  return {
    ...message,
    subject: redactOneTimeTokens(subject),
    text: withoutLinkTokens(redactOneTimeTokens(text)),
    html: html && withoutLinkTokens(redactOneTimeTokens(html)),
  };
}
