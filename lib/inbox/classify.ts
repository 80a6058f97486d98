import { isComplaint } from '#lib/bounces/complaint.ts';
import { mentionsInReport } from '#lib/bounces/mentions.ts';
import { readNotice } from '#lib/bounces/notice.ts';
import { type Bounce, isReport, readBounces } from '#lib/bounces/read-bounces.ts';
import { isAutomatic } from '#lib/inbox/auto-reply.ts';
import { findMentions, type MessageMention } from '#lib/mail/message-id.ts';
import type { ReceivedMail } from '#lib/mail/received-message.ts';
import { replacedIdsIn } from '#lib/mail/server-id.ts';
import { isEmailAddress } from '#lib/values/email-address.ts';

/** What a message is to us, as far as it can be told from itself. None of the mails that it names need be ours. */
export type Finding =
  | {
      readonly kind: 'reply' | 'auto_reply';
      readonly mentions: readonly MessageMention[];
      /** Ids that it answers and that mail servers have put in the place of others. */
      readonly serverIds: readonly string[];
      /** Null when its From field holds no valid address. */
      readonly from: string | null;
    }
  /** Somebody's mail came back, for good or not. */
  | { readonly kind: 'hard_bounce' | 'soft_bounce'; readonly bounces: readonly Bounce[] }
  /** The recipient marked one of our messages as spam. */
  | { readonly kind: 'complaint'; readonly mentions: readonly MessageMention[] }
  | { readonly kind: 'other' };

/** RFC 5321, section 4.5.3.1.3, less the brackets. */
const addressLengthMax = 254;

/**
 * Reports of mail servers come first: they often stand in the thread of the mail that they are about, and are no replies.
 * Pure; what a stranger may have written is no more than claimed here.
 */
export function classify(mail: ReceivedMail): Finding {
  if (isComplaint(mail)) {
    const named = mentionsInReport(mail, readNotice(mail.text));

    return named.length === 0 ? { kind: 'other' } : { kind: 'complaint', mentions: named };
  }
  const bounces = readBounces(mail);
  const hard = bounces.filter(({ isHard }) => isHard);
  if (hard.length > 0) return { kind: 'hard_bounce', bounces: hard };
  if (bounces.length > 0) return { kind: 'soft_bounce', bounces };
  const { from } = mail;
  // Delays, receipts and whatever else a machine reports: RFC 6522.
  if (from === undefined || isReport(mail) || isReceipt(mail)) return { kind: 'other' };
  const mentions = mentionsOf(mail);
  const serverIds = ['in-reply-to', 'references'].flatMap((name) =>
    replacedIdsIn((mail.headers.get(name) ?? []).join(' ')),
  );
  if (mentions.length === 0 && serverIds.length === 0) return { kind: 'other' };

  return {
    kind: isAutomatic(mail) ? 'auto_reply' : 'reply',
    ...{ mentions, serverIds },
    from: from.length <= addressLengthMax && isEmailAddress(from) ? from : null,
  };
}

function isReceipt({ headers }: ReceivedMail): boolean {
  return (headers.get('content-type') ?? []).some((value) => /^\s*multipart\/report\b/i.test(value));
}

/** What it answers, and then the conversation from its end: the last of our mails in it is the one that is replied to. */
function mentionsOf({ headers }: Pick<ReceivedMail, 'headers'>): MessageMention[] {
  const inHeader = (name: string) => findMentions((headers.get(name) ?? []).join(' '));

  return [
    ...inHeader('in-reply-to'),
    ...inHeader('references').reverse(),
    // A rule of a mailbox of Exchange that answers sets neither.
    ...inHeader('x-ms-exchange-parent-message-id'),
  ];
}
