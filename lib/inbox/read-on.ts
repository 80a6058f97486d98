import type { InboxPlace } from '#lib/email-accounts/inbox.ts';
import { Problem } from '#lib/http/problem.ts';
import { mayConcernUs } from '#lib/inbox/classify.ts';
import { readMessage } from '#lib/inbox/message.ts';
import { type Inbox, type InboxServices, receive } from '#lib/inbox/receive.ts';
import type { ImapSession, MessageHead } from '#lib/mail/imap.ts';
import { log } from '#lib/runtime/log.ts';

/** Headers that are held at once. */
const windowSize = 100;
const dayMs = 86_400_000;

/** Up to where an inbox has been read; where that says nothing of the inbox as it is, since when there may be news. */
export interface ReadSoFar {
  readonly place: InboxPlace | undefined;
  /** Epoch milliseconds. */
  readonly since: number;
}

/**
 * Whatever has come into an inbox, each message with its effect before the place after it is given: who stops anywhere in
 * between reads some of it again, and nothing happens twice. Messages that do not concern us are not fetched.
 */
export async function* readOn(
  services: InboxServices,
  inbox: Inbox,
  session: ImapSession,
  { place, since }: ReadSoFar,
): AsyncGenerator<InboxPlace> {
  const { uidValidity, uid: last } = session.place;
  const isSame = place?.uidValidity === uidValidity;
  // The mailbox was made anew: what it has now are copies of what it had, and what came meanwhile.
  const [first = last + 1] = isSame ? [place.uid + 1] : await session.since(new Date(since - dayMs));
  for (let from = first; from <= last; from += windowSize) {
    const to = Math.min(last, from + windowSize - 1);
    for (const head of await session.heads(from, to)) await readOne(services, inbox, session, head);
    yield { uidValidity, uid: to };
  }
}

async function readOne(
  services: InboxServices,
  inbox: Inbox,
  session: ImapSession,
  { uid, header }: MessageHead,
): Promise<void> {
  const head = await readMessage(header);
  if (!head || !mayConcernUs(head)) return;
  const source = await session.source(uid);
  if (!source) return;
  try {
    await receive(services, inbox, source);
  } catch (error) {
    // One message that can never be dealt with must not hold up all that come after it.
    if (!(error instanceof Problem)) throw error;
    log('error', 'message left aside', { ...inbox, code: error.code });
  }
}
