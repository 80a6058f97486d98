import type { Notice } from '#lib/bounces/notice.ts';
import { fieldIn } from '#lib/bounces/status-fields.ts';
import { findMentions, type MessageMention } from '#lib/mail/message-id.ts';
import type { ReceivedMail } from '#lib/mail/received-message.ts';

/* README.md in this folder says what links a report to a message, and what a stranger can forge. */

/** More are not worth a look, and each costs a signature. */
const mentionsMax = 50;

/**
 * The messages of ours that a report names, the returned one first: by its `Message-ID`, by `References` where a server has
 * replaced that (Amazon SES), then anywhere in the report. Unverified.
 */
export function mentionsInReport({ report, headers, text }: ReceivedMail, notice: Notice): MessageMention[] {
  const original = report?.original ?? '';
  const inHeader = (name: string) => (headers.get(name) ?? []).join(' ');
  const all = [
    ...findMentions(fieldIn(original, 'message-id')),
    ...findMentions(fieldIn(notice.returned, 'message-id')),
    ...findMentions(fieldIn(original, 'references')).reverse(),
    ...findMentions(inHeader('in-reply-to')),
    ...findMentions(inHeader('references')).reverse(),
    ...findMentions(original),
    ...findMentions(report?.status ?? ''),
    ...findMentions(text),
    ...findMentions(report?.attached ?? ''),
  ];
  const byName = new Map(all.map((each) => [`${each.executionId}.${each.stepId}.${each.code}`, each]));

  return [...byName.values()].slice(0, mentionsMax);
}
