import { oneLine } from '#lib/emails/rendering/place.ts';

/** A mail that others reply to, or several: the conversation so far. */
export interface Thread {
  /** Of the mail that began it. */
  readonly subject: string;
  /** Oldest first. */
  readonly messageIds: readonly string[];
}

/** More than this no mail program looks at, and every one of them makes each mail longer. */
const referencesMax = 20;

/** What may stand in a header as one id: somebody else may have written it. */
const messageId = /^<[!-;=?-~]{1,500}>$/;

/** A subject without what mail programs put in front of it when they reply, however often they did. */
export function withoutReply(subject: string): string {
  let rest = oneLine(subject);
  for (;;) {
    const prefix = /^re(?:\[\d{1,3}\])? ?:/i.exec(rest)?.[0];
    if (prefix === undefined) return rest;
    rest = rest.slice(prefix.length).trimStart();
  }
}

/**
 * `References` ends with a second id of the message: Amazon SES replaces `Message-ID`, and replies and delivery reports keep
 * `References` (RFC 5322, section 3.6.4). It is not the `Message-ID` itself, because a message that references itself is
 * taken out of its thread by Dovecot; a reference to a message that a mailbox does not have is common.
 */
export function referenceHeaders(
  messageId: string,
  thread: Thread | undefined,
): { inReplyTo?: string; references: string[] } {
  const { references = [], ...reply } = thread ? replyHeaders(thread) : {};

  return { ...reply, references: [...references, messageId.replace('@', '.ref@')] };
}

/** By what mail programs know where a reply belongs. The first mail stays named when those in between are too many. */
export function replyHeaders({ messageIds }: Thread): { inReplyTo?: string; references?: string[] } {
  const known = messageIds.filter((id) => messageId.test(id));
  const last = known.at(-1);
  if (last === undefined) return {};
  const [first = last] = known;

  return {
    inReplyTo: last,
    references: known.length > referencesMax ? [first, ...known.slice(1 - referencesMax)] : known,
  };
}
