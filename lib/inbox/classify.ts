import { isEmailAddress } from '#lib/contacts/email-address.ts';
import { type Mention, mentionsIn } from '#lib/emails/message-id.ts';
import { isAutomatic } from '#lib/inbox/auto-reply.ts';
import { type Bounce, readBounces } from '#lib/inbox/bounce.ts';
import type { ReceivedMail } from '#lib/inbox/message.ts';

/** What a message is to us, as far as it can be told from itself. None of the mails that it names need be ours. */
export type Finding =
  | {
      readonly kind: 'reply' | 'auto_reply';
      readonly mentions: readonly Mention[];
      /** Null when its From field holds no valid address. */
      readonly from: string | null;
    }
  /** Somebody's mail came back, for good or not. */
  | { readonly kind: 'hard_bounce' | 'soft_bounce'; readonly bounces: readonly Bounce[] }
  | { readonly kind: 'other' };

/** RFC 5321, section 4.5.3.1.3, less the brackets. */
const addressLengthMax = 254;

/** Names under which mail servers write. */
const daemons = /^(?:mailer-?daemon|postmaster|mail-?delivery(?:-?(?:sub)?system)?)(?:@|$)/i;

/**
 * Reports of mail servers come first: they often stand in the thread of the mail that they are about, and are no replies.
 * Pure; what a stranger may have written is no more than claimed here.
 */
export function classify(mail: ReceivedMail): Finding {
  const bounces = readBounces(mail);
  const hard = bounces.filter(({ isHard }) => isHard);
  if (hard.length > 0) return { kind: 'hard_bounce', bounces: hard };
  if (bounces.length > 0) return { kind: 'soft_bounce', bounces };
  const { from } = mail;
  // Delays, receipts and whatever else a machine reports: RFC 6522.
  if (from === undefined || daemons.test(from) || isReport(mail)) return { kind: 'other' };
  const mentions = mentionsOf(mail);
  if (mentions.length === 0) return { kind: 'other' };

  return {
    kind: isAutomatic(mail) ? 'auto_reply' : 'reply',
    mentions,
    from: from.length <= addressLengthMax && isEmailAddress(from) ? from : null,
  };
}

function isReport({ headers }: ReceivedMail): boolean {
  return (headers.get('content-type') ?? []).some((value) => /^\s*multipart\/report\b/i.test(value));
}

/** What it answers, and then the conversation from its end: the last of our mails in it is the one that is replied to. */
function mentionsOf({ headers }: Pick<ReceivedMail, 'headers'>): Mention[] {
  const inHeader = (name: string) => mentionsIn((headers.get(name) ?? []).join(' '));

  return [...inHeader('in-reply-to'), ...inHeader('references').reverse()];
}
