import { isComplaint } from '#lib/bounces/complaint.ts';
import { mentionsInReport } from '#lib/bounces/mentions.ts';
import { readNotice } from '#lib/bounces/notice.ts';
import { type Bounce, isReport, readBounces } from '#lib/bounces/read-bounces.ts';
import { isAutomatic } from '#lib/inbox/auto-reply.ts';
import { findMentions, type MessageMention } from '#lib/mail/message-id.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';
import { findReplacedIds } from '#lib/mail/server-id.ts';
import { isEmailAddress } from '#lib/values/email-address.ts';

/** The classification of a received message by its content only. Its mentions are unverified. */
export type Classification =
  | {
      readonly kind: 'reply' | 'auto_reply';
      readonly mentions: readonly MessageMention[];
      /** Ids in `In-Reply-To` and `References` that mail servers assigned instead of our `Message-ID`. */
      readonly serverIds: readonly string[];
      /** Null if the From field contains no valid address. */
      readonly from: string | null;
    }
  /** A message was not delivered, permanently or temporarily. */
  | { readonly kind: 'hard_bounce' | 'soft_bounce'; readonly bounces: readonly Bounce[] }
  /** The recipient marked one of our messages as spam. */
  | { readonly kind: 'complaint'; readonly mentions: readonly MessageMention[] }
  | { readonly kind: 'other' };

/** RFC 5321, section 4.5.3.1.3, without the angle brackets. */
const addressLengthMax = 254;

/**
 * Classifies a message. Reports of mail servers are checked before replies, because they often belong to the thread of the
 * reported message. Pure. The content may be forged, so the caller must verify the mentions.
 */
export function classify(message: ReceivedMessage): Classification {
  if (isComplaint(message)) {
    const mentions = mentionsInReport(message, readNotice(message.text));

    return mentions.length === 0 ? { kind: 'other' } : { kind: 'complaint', mentions };
  }
  const bounces = readBounces(message);
  const hardBounces = bounces.filter(({ isHard }) => isHard);
  if (hardBounces.length > 0) return { kind: 'hard_bounce', bounces: hardBounces };
  if (bounces.length > 0) return { kind: 'soft_bounce', bounces };
  const { from } = message;
  // A report without a bounce, such as a success report or a read receipt, is not a reply.
  if (from === undefined || isReport(message) || hasReportType(message)) return { kind: 'other' };
  const mentions = mentionsOf(message);
  const serverIds = ['in-reply-to', 'references'].flatMap((name) =>
    findReplacedIds((message.headers.get(name) ?? []).join(' ')),
  );
  if (mentions.length === 0 && serverIds.length === 0) return { kind: 'other' };

  return {
    kind: isAutomatic(message) ? 'auto_reply' : 'reply',
    mentions,
    serverIds,
    from: from.length <= addressLengthMax && isEmailAddress(from) ? from : null,
  };
}

/** Whether the message has the content type of a report (RFC 6522). Unlike `isReport`, it includes read receipts. */
function hasReportType({ headers }: ReceivedMessage): boolean {
  return (headers.get('content-type') ?? []).some((value) => /^\s*multipart\/report\b/i.test(value));
}

/** The answered message first, then the thread from its end, because the reply answers our last message in the thread. */
function mentionsOf({ headers }: Pick<ReceivedMessage, 'headers'>): MessageMention[] {
  const inHeader = (name: string) => findMentions((headers.get(name) ?? []).join(' '));

  return [
    ...inHeader('in-reply-to'),
    ...inHeader('references').reverse(),
    // Replies of Exchange's mailbox rules have neither field.
    ...inHeader('x-ms-exchange-parent-message-id'),
  ];
}
