import { hash } from 'node:crypto';
import { type InboxPosition, LeaseLost } from '#lib/email-accounts/inbox/inbox.ts';
import { setAsideMessage } from '#lib/email-accounts/inbox/set-aside.ts';
import type { MessageHeader } from '#lib/inbox/header.ts';
import type { Inbox, InboxServices } from '#lib/inbox/inbox.ts';
import { readMessagesBefore } from '#lib/inbox/link.ts';
import type { MessageParser } from '#lib/inbox/message-parser.ts';
import { receive } from '#lib/inbox/receive.ts';
import { type FetchedHeader, type ImapSession, ImapUnavailable } from '#lib/mail/imap.ts';
import { findAuthenticMention, type MessageMention } from '#lib/mail/message-id.ts';
import { ThreadStopped } from '#lib/runtime/bounded-thread.ts';
import { log } from '#lib/runtime/log.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';

/** Number of headers that are kept in memory, and of messages between two saved positions. */
export const windowSize = 100;
/** Attempts per message. A temporary conflict with another change must not set the message aside. */
export const triesMax = 3;
const dayMs = 86_400_000;

/** Reading continues after `lastRead`, or at `since` if `lastRead` is unknown or the folder was recreated. */
export interface ReadOptions {
  readonly lastRead: InboxPosition | undefined;
  /** Epoch milliseconds. */
  readonly since: number;
  /**
   * Called before a message is fetched. It saves the position and counts the attempt in case the message stops the reader.
   * @returns false if the message had too many attempts and must be set aside
   */
  readonly beginMessage?: ((message: InboxPosition) => Promise<boolean>) | undefined;
  /** Whether an earlier reader stopped in the next window. Then each header of this window is read separately. */
  readonly isSuspicious?: boolean | undefined;
  readonly parser: MessageParser;
  /** Digests of the headers of processed messages. A message may be in several folders. */
  readonly processed: Set<string>;
}

/**
 * Reads the new messages of the open folder. It yields the position of a message after the message took effect or was set aside.
 * After an interruption, some messages are read again, which is idempotent. Irrelevant messages are not fetched.
 */
export async function* readNewMessages(
  services: InboxServices,
  inbox: Inbox,
  session: ImapSession,
  { lastRead, since, beginMessage, isSuspicious, parser, processed }: ReadOptions,
): AsyncGenerator<InboxPosition> {
  const { uidValidity, uid: lastUid } = session.position;
  // Another UIDVALIDITY, or a position beyond the end: the server recreated the folder with copies of its messages and with new
  // messages. The search starts a day earlier, because the server's time zone is not known.
  const isValid = lastRead?.uidValidity === uidValidity && uidValidity !== '0' && lastRead.uid <= lastUid;
  const [firstUid = lastUid + 1] = isValid
    ? [lastRead.uid + 1]
    : await session.searchSince(new Date(since - dayMs));
  // In a suspicious window, headers are fetched one at a time, because a header may have stopped the earlier reader.
  const lastSingleUid = isSuspicious ? firstUid + windowSize - 1 : 0;
  for (let from = firstUid, to = 0; from <= lastUid; from = to + 1) {
    const isSingle = from <= lastSingleUid;
    to = isSingle ? from : Math.min(lastUid, from + windowSize - 1);
    const message = { uidValidity, uid: from };
    if (isSingle && beginMessage && !(await beginMessage(message))) {
      await setAsideMessage(services, inbox, message, { code: 'message_unfinished' });
    } else {
      // The attempt at a single message is already counted.
      const beginFetch = isSingle ? undefined : beginMessage;
      for (const fetched of await session.fetchHeaders(from, to)) {
        await processOrSetAside(services, inbox, { session, parser, processed }, fetched, beginFetch);
        yield { uidValidity, uid: fetched.uid };
      }
    }
    yield { uidValidity, uid: to };
  }
}

/** The session that fetches the messages of an inbox, and the parser that reads them. */
interface Reader {
  readonly session: ImapSession;
  readonly parser: MessageParser;
  readonly processed: Set<string>;
}

/**
 * Processes a message. A failure of the message itself is retried immediately, and the last attempt sets it aside. A message
 * that exceeds the limits of the parser is set aside without a retry, which would need the same time.
 */
async function processOrSetAside(
  services: InboxServices,
  inbox: Inbox,
  reader: Reader,
  { uid, header, arrivedAt }: FetchedHeader,
  beginMessage: ReadOptions['beginMessage'],
): Promise<void> {
  const { uidValidity } = reader.session.position;
  const message = { uidValidity, uid };
  const digest = hash('sha256', header);
  if (reader.processed.has(digest)) return;
  let parsedHeader: MessageHeader | undefined;
  for (let tries = 1; ; tries++) {
    try {
      parsedHeader = await reader.parser.readHeader(header);
      const receivedAt = Number.isNaN(arrivedAt) ? parsedHeader.date : arrivedAt;
      if (!(await isRelevant(services, inbox, parsedHeader, receivedAt))) return;
      // After too many calls that exceeded a limit, the parser reads only messages with a proof in their header.
      if (reader.parser.isStrict() && !(await hasAuthenticMention(services, inbox, parsedHeader.mentions))) {
        return await setAsideMessage(services, inbox, message, { code: 'message_unfinished' });
      }
      // Immediate retries belong to the attempt that was counted first.
      const mayBegin = tries > 1 || !beginMessage || (await beginMessage(message));
      if (!mayBegin) return await setAsideMessage(services, inbox, message, { code: 'message_unfinished' });

      if (await processMessage(services, inbox, reader, uid, parsedHeader, receivedAt)) {
        reader.processed.add(digest);
      }

      return;
    } catch (error) {
      if (error instanceof ImapUnavailable || error instanceof LeaseLost || isServiceFault(error))
        throw error;
      const isStopped = error instanceof ThreadStopped;
      if (!isStopped && tries < triesMax) continue;
      const code = isStopped ? 'message_unfinished' : 'message_unprocessable';

      return setAsideMessage(services, inbox, message, {
        code,
        messageId: parsedHeader?.messageId ?? '',
        error,
      });
    }
  }
}

/** Checks the header, because only replies to our messages and possible reports are fetched. */
async function isRelevant(
  services: InboxServices,
  inbox: Inbox,
  { mentions, mayBeReport, answersReplacedId, from, isMassMail, hasOwnId }: MessageHeader,
  receivedAt: number,
): Promise<boolean> {
  // Sent folders and Gmail's “All Mail” contain our own messages.
  if (from === inbox.address && (hasOwnId || !mayBeReport)) return false;
  if (mayBeReport || answersReplacedId) return true;
  if (mentions.length > 0) return hasAuthenticMention(services, inbox, mentions);
  if (from === undefined || isMassMail) return false;

  return (await readMessagesBefore(services, inbox, from, receivedAt)).length > 0;
}

/** @returns false if the message was deleted or moved to another folder */
async function processMessage(
  services: InboxServices,
  inbox: Inbox,
  { session, parser }: Reader,
  uid: number,
  { mayBeReport }: MessageHeader,
  receivedAt: number,
): Promise<boolean> {
  const source = await session.fetchSource(uid);
  if (!source) return false;
  // A report with a forged code has no effect. A report without a code may have another proof.
  const mentioned = mayBeReport ? await parser.findMentions(source) : [];
  if (mentioned.length > 0 && !(await hasAuthenticMention(services, inbox, mentioned))) return true;
  const message = await parser.parseMessage(source);
  if (message) await receive(services, inbox, message, receivedAt);

  return true;
}

/** Whether one of the mentions has a valid code. If all codes are invalid, it logs the message as forged. */
async function hasAuthenticMention(
  { signer }: InboxServices,
  { workspaceId, accountId }: Inbox,
  mentions: readonly MessageMention[],
): Promise<boolean> {
  if (mentions.length === 0) return false;
  if (await findAuthenticMention(signer, workspaceId, mentions)) return true;
  log('info', 'message classified', { workspaceId, accountId, outcome: 'forged' });

  return false;
}
