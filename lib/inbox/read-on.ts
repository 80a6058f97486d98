import { type InboxPlace, LeaseLost } from '#lib/email-accounts/inbox.ts';
import { mentionsInSource, readHeader } from '#lib/inbox/header.ts';
import type { Inbox, InboxServices } from '#lib/inbox/inbox.ts';
import { receive } from '#lib/inbox/receive.ts';
import { setAside, triesMax } from '#lib/inbox/set-aside.ts';
import { type ImapSession, ImapUnavailable, type MessageHead } from '#lib/mail/imap.ts';
import { findAuthenticMention, type MessageMention } from '#lib/mail/message-id.ts';
import { log } from '#lib/runtime/log.ts';
import { isServiceFault } from '#lib/runtime/service-fault.ts';

/** Headers that are held at once, and messages between two places that a reader saves. */
export const windowSize = 100;
const dayMs = 86_400_000;

type Header = ReturnType<typeof readHeader>;

/** Up to where an inbox has been read; where that says nothing of the inbox as it is, since when there may be news. */
export interface ReadSoFar {
  readonly place: InboxPlace | undefined;
  /** Epoch milliseconds. */
  readonly since: number;
  /**
   * Called before a message is fetched: it saves the position, and counts the try in case the message stops its reader.
   * @returns false when the message was tried too often and is to be set aside
   */
  readonly beginMessage?: ((message: InboxPlace) => Promise<boolean>) | undefined;
  /** An earlier reader stopped in the next window: even the header of each message there is read alone. */
  readonly isSuspicious?: boolean | undefined;
}

/**
 * Reads what has come into an inbox. Each message has its effect, or is set aside, before its place is given: a reader that
 * stops anywhere in between reads some of it again, and nothing happens twice. Messages that do not concern us are not fetched.
 */
export async function* readOn(
  services: InboxServices,
  inbox: Inbox,
  session: ImapSession,
  { place, since, beginMessage, isSuspicious }: ReadSoFar,
): AsyncGenerator<InboxPlace> {
  const { uidValidity, uid: last } = session.place;
  const isSame = place?.uidValidity === uidValidity;
  // The mailbox was made anew: what it has now are copies of what it had, and what came meanwhile.
  const [first = last + 1] = isSame ? [place.uid + 1] : await session.since(new Date(since - dayMs));
  const aloneUntil = isSuspicious ? first + windowSize - 1 : 0;
  for (let from = first, to = 0; from <= last; from = to + 1) {
    to = from <= aloneUntil ? from : Math.min(last, from + windowSize - 1);
    const message = { uidValidity, uid: from };
    const isAlone = from <= aloneUntil;
    if (isAlone && beginMessage && !(await beginMessage(message))) {
      await setAside(services, inbox, message, { code: 'message_unfinished' });
    } else {
      const heads = await session.heads(from, to);
      for (const head of heads.toSorted((one, other) => one.uid - other.uid)) {
        await readOne(services, inbox, session, head, isAlone ? undefined : beginMessage);
        yield { uidValidity, uid: head.uid };
      }
    }
    yield { uidValidity, uid: to };
  }
}

/** A message that fails for a reason of its own is tried again at once, and in the end set aside. */
async function readOne(
  services: InboxServices,
  inbox: Inbox,
  session: ImapSession,
  { uid, header }: MessageHead,
  beginMessage: ReadSoFar['beginMessage'],
): Promise<void> {
  const { uidValidity } = session.place;
  const message = { uidValidity, uid };
  let read: Header | undefined;
  for (let tries = 1; ; tries++) {
    try {
      read = readHeader(header);
      if (!(await mayConcernUs(services, inbox, read))) return;
      const isBegun = tries > 1 || !beginMessage || (await beginMessage(message));
      if (!isBegun) return await setAside(services, inbox, message, { code: 'message_unfinished' });

      return await takeEffect(services, inbox, session, uid, read);
    } catch (error) {
      if (error instanceof ImapUnavailable || error instanceof LeaseLost || isServiceFault(error))
        throw error;
      if (tries < triesMax) continue;
      const messageId = read?.messageId ?? '';

      return setAside(services, inbox, message, { code: 'message_unprocessable', messageId, error });
    }
  }
}

/** Cheap checks come first: only a reply to one of our messages, or what claims to be a report, is fetched. */
async function mayConcernUs(
  services: InboxServices,
  inbox: Inbox,
  { mentions, mayBeReport, answersReplacedId }: Header,
): Promise<boolean> {
  return mayBeReport || answersReplacedId || namesOurEmail(services, inbox, mentions);
}

async function takeEffect(
  services: InboxServices,
  inbox: Inbox,
  session: ImapSession,
  uid: number,
  { mayBeReport }: Header,
): Promise<void> {
  const source = await session.source(uid);
  if (!source) return;
  // A report with a forged code has no effect. One without a code may prove itself in another way.
  const named = mayBeReport ? mentionsInSource(source) : [];
  if (named.length > 0 && !(await namesOurEmail(services, inbox, named))) return;
  await receive(services, inbox, source);
}

async function namesOurEmail(
  { signer }: InboxServices,
  { workspaceId, accountId }: Inbox,
  mentions: readonly MessageMention[],
): Promise<boolean> {
  if (mentions.length === 0) return false;
  if (await findAuthenticMention(signer, workspaceId, mentions)) return true;
  log('info', 'message classified', { workspaceId, accountId, outcome: 'forged' });

  return false;
}
