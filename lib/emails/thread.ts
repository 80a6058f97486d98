/** The messages of a conversation so far. */
export interface Thread {
  /** Subject of the first message. */
  readonly subject: string;
  /** Oldest first. */
  readonly messageIds: readonly string[];
}

/** Maximum ids in `References`. Mail clients need no more, and each id makes the message longer. */
const referencesMax = 20;

/** A single well-formed Message-ID: printable ASCII without further angle brackets. Ids of received messages are untrusted. */
const messageIdPattern = /^<[!-;=?-~]{1,500}>$/;

/**
 * `References` ends with a second id of this message, because Amazon SES replaces `Message-ID`. Replies and delivery reports
 * keep `References` (RFC 5322, section 3.6.4). The second id differs from `Message-ID`: Dovecot removes a message that
 * references itself from its thread. References to unknown messages are common and harmless.
 */
export function referenceHeaders(
  messageId: string,
  thread: Thread | undefined,
): { inReplyTo?: string; references: string[] } {
  const { references = [], ...reply } = thread ? replyHeaders(thread) : {};

  return { ...reply, references: [...references, messageId.replace('@', '.ref@')] };
}

/** The headers that assign a reply to its thread. The first id is always kept; ids after it are dropped if too many. */
export function replyHeaders({ messageIds }: Thread): { inReplyTo?: string; references?: string[] } {
  const validIds = messageIds.filter((id) => messageIdPattern.test(id));
  const last = validIds.at(-1);
  if (last === undefined) return {};
  const [first = last] = validIds;

  return {
    inReplyTo: last,
    references: validIds.length > referencesMax ? [first, ...validIds.slice(1 - referencesMax)] : validIds,
  };
}
