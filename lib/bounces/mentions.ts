import type { Notice } from '#lib/bounces/notice.ts';
import { fieldIn } from '#lib/bounces/status-fields.ts';
import { findMentions, type MessageMention } from '#lib/mail/message-id.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';

/* README.md in this folder describes the proofs that link a report to a message, and what can be forged. */

/** Each mention costs a signature check. */
const mentionsMax = 50;

/**
 * Finds our messages that a report names, the returned message first: by `Message-ID`, by `References` if a server replaced
 * `Message-ID` (Amazon SES), then anywhere in the report. Unverified.
 */
export function mentionsInReport(
  { attachedTexts, headers, text }: ReceivedMessage,
  notice: Notice,
): MessageMention[] {
  const original = attachedTexts?.original ?? '';
  const inHeader = (name: string) => (headers.get(name) ?? []).join(' ');
  const all = [
    ...findMentions(fieldIn(original, 'message-id')),
    ...findMentions(fieldIn(notice.returned, 'message-id')),
    ...findMentions(fieldIn(original, 'references')).reverse(),
    ...findMentions(inHeader('in-reply-to')),
    ...findMentions(inHeader('references')).reverse(),
    ...findMentions(original),
    ...findMentions(attachedTexts?.status ?? ''),
    ...findMentions(text),
    ...findMentions(attachedTexts?.otherText ?? ''),
  ];
  const byId = new Map(all.map((each) => [`${each.executionId}.${each.step}.${each.code}`, each]));

  return [...byId.values()].slice(0, mentionsMax);
}
