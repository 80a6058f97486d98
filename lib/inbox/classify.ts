import { isComplaint } from '#lib/bounces/complaint.ts';
import { mentionsInReport } from '#lib/bounces/mentions.ts';
import { readNotice } from '#lib/bounces/notice.ts';
import {
  type Bounce,
  hasNoReturnPath,
  hasReportType,
  isReport,
  readBounces,
} from '#lib/bounces/read-bounces.ts';
import { isFromMailSystem, isReportSubject } from '#lib/bounces/report-signs.ts';
import { isAutomatic } from '#lib/inbox/auto-reply.ts';
import { findMentions, type MessageMention } from '#lib/mail/message-id.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';
import { findReplacedIds } from '#lib/mail/server-id.ts';
import { stripQuotedReply } from '#lib/replies/text/strip-quoted-reply.ts';
import { isEmailAddress } from '#lib/values/email-address.ts';

/** The classification of a received message by its content only. Its mentions are unverified. */
export type Classification =
  | {
      /** A message of a person or an automatic reply, with or without a reference to another message. */
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
  const mentions = mentionsOf(message);
  const found = readBounces(message);
  const bounces = isAnswer(message, mentions, found) ? [] : found;
  const hardBounces = bounces.filter(({ isHard }) => isHard);
  if (hardBounces.length > 0) return { kind: 'hard_bounce', bounces: hardBounces };
  if (bounces.length > 0) return { kind: 'soft_bounce', bounces };
  const { from } = message;
  // A report without a bounce, such as a success report or a read receipt, is not a reply.
  const isOther = isReport(message) ? !mayBeAnswer(message) : hasReportType(message.headers);
  if (from === undefined || isOther) return { kind: 'other' };
  const serverIds = ['in-reply-to', 'references'].flatMap((name) =>
    findReplacedIds((message.headers.get(name) ?? []).join(' ')),
  );

  return {
    kind: isAutomatic(message) ? 'auto_reply' : 'reply',
    mentions,
    serverIds,
    from: from.length <= addressLengthMax && isEmailAddress(from) ? from : null,
  };
}

/** Senders that are never persons: MAILER-DAEMON, Amazon SNS, and an empty address. */
const programs =
  /^\s*(?:<\s*>\s*)?$|^(?:mailer[-_.]?daemons?|mail[-_.]?daemon|mdaemon|no-reply@sns\.)(?:@|\b)/i;

/** A person has forwarded the report, which is then a quotation. */
const forward = /^\s*(?:fwd?|wg|tr) ?:/i;

/**
 * Whether a person may have written a message that looks like a report because of its subject or its sender: a campaign may be
 * about delivery problems, and a contact may be `postmaster@`. Reports have parts or fields that answers do not have, or both signs.
 */
function mayBeAnswer({ from = '', subject, headers, attachedTexts }: ReceivedMessage): boolean {
  const parts = [attachedTexts?.status, attachedTexts?.original, attachedTexts?.feedback];
  const hasReportParts = headers.has('x-failed-recipients') || parts.some((part) => (part ?? '') !== '');

  return (
    !(hasReportParts || hasNoReturnPath(headers) || hasReportType(headers) || programs.test(from)) &&
    !((isFromMailSystem(from) || forward.test(subject)) && isReportSubject(subject))
  );
}

/** Whether a failure is only in the words that an answer quotes: the text above its quotation names no recipient of a failed message. */
function isAnswer(
  message: ReceivedMessage,
  mentions: readonly MessageMention[],
  bounces: readonly Bounce[],
): boolean {
  if (bounces.length === 0 || !mayBeAnswer(message)) return false;
  const isKnown = ({ reason }: Bounce) => reason !== 'undetermined';
  if (mentions.length === 0) return !bounces.some(isKnown) && !isFromMailSystem(message.from ?? '');
  const own = readBounces({ ...message, text: stripQuotedReply(message.text) });

  return !own.some((each) => each.addresses.length > 0 && isKnown(each));
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
