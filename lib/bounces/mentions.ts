import type { Notice } from '#lib/bounces/notice.ts';
import { fieldIn } from '#lib/bounces/status-fields.ts';
import { type Mention, mentionsIn } from '#lib/mail/message-id.ts';
import type { ReceivedMail } from '#lib/mail/received-message.ts';

/*
 * What links a report to a message, and what a forger can know.
 *
 * A stranger can send any text from any address, so neither the form of a report nor its sender proves anything. He can know
 * the address of the account, guess the addresses of contacts, and guess when a campaign sends. The time, the recipient and
 * the words of a server are therefore no proof, alone or together. A fellow recipient of the campaign also knows its texts.
 *
 * The code in our ids is a signature of the execution and the step (`lib/mail/message-id.ts`). It travels only with that
 * one message, in `Message-ID` and `References`, so only its recipient, the servers on its way and the account itself know
 * it. A report has an effect only when it holds such a code, wherever it stands, and only on the contact of that message:
 * with the code of one contact a report says nothing about another. A bounce must also not name other addresses only.
 *
 * A report that holds no code has no effect, even when it names a recipient and only one message fits.
 */

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
