import type { Notice } from '#lib/bounces/notice.ts';
import { fieldIn } from '#lib/bounces/status-fields.ts';
import { type Mention, mentionsIn } from '#lib/mail/message-id.ts';
import type { ReceivedMail } from '#lib/mail/received-message.ts';

/* README.md in this folder says what links a report to a message, and what a stranger can forge. */

/** More are not worth a look, and each costs a signature. */
const mentionsMax = 50;

/**
 * The messages of ours that a report names, the returned one first: by its `Message-ID`, by `References` where a server has
 * replaced that (Amazon SES), then anywhere in the report. Unverified.
 */
export function mentionsInReport({ report, headers, text }: ReceivedMail, notice: Notice): Mention[] {
  const original = report?.original ?? '';
  const inHeader = (name: string) => (headers.get(name) ?? []).join(' ');
  const all = [
    ...mentionsIn(fieldIn(original, 'message-id')),
    ...mentionsIn(fieldIn(notice.returned, 'message-id')),
    ...mentionsIn(fieldIn(original, 'references')).reverse(),
    ...mentionsIn(inHeader('in-reply-to')),
    ...mentionsIn(inHeader('references')).reverse(),
    ...mentionsIn(original),
    ...mentionsIn(report?.status ?? ''),
    ...mentionsIn(text),
    ...mentionsIn(report?.attached ?? ''),
  ];
  const byName = new Map(all.map((each) => [`${each.executionId}.${each.stepId}.${each.code}`, each]));

  return [...byName.values()].slice(0, mentionsMax);
}
