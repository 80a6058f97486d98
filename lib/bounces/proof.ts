import type { ReturnedHeader } from '#lib/bounces/returned-header.ts';
import type { ReceivedMessage } from '#lib/mail/received-message.ts';

/** Proof that a report without our id concerns a sent message. See README.md in this folder. */
export type Proof =
  /** The report repeats the id that the account's server assigned to the message. */
  | 'server_id'
  /** The report repeats the subject and the time of the message. */
  | 'returned_header'
  /** The report arrived shortly after the message was sent. This weakest proof has a smaller effect. */
  | 'arrival';

/** The last message of an account to an address. */
export interface SentMessage {
  readonly serverId: string | undefined;
  /** Without `Re:`; undefined if it is unknown. */
  readonly subject: string | undefined;
  /** When the server accepted the message, in epoch milliseconds. */
  readonly sentAt: number;
}

/** Covers the time between `Date` and the acceptance of the message, and the difference between two clocks. */
export const clockToleranceMs = 5 * 60_000;
/** Most servers reject an unknown recipient immediately. Inboxes of active accounts are read every two minutes. */
const arrivalMs = 10 * 60_000;

/** The strongest proof; undefined if there is no proof. */
export function proofOf(
  message: ReceivedMessage,
  returned: ReturnedHeader,
  sent: SentMessage,
  now: number,
): Proof | undefined {
  if (sent.serverId !== undefined && containsId(message, sent.serverId)) return 'server_id';
  const { subject = '', sentAt } = sent;
  const isSameSubject = subject !== '' && comparableSubject(returned.subject) === comparableSubject(subject);
  if (isSameSubject && Math.abs(returned.sentAt - sentAt) <= clockToleranceMs) return 'returned_header';

  return now - sentAt <= arrivalMs ? 'arrival' : undefined;
}

/** Whether a report contains the id as a whole word. Gmail and Exim append text to the id. */
function containsId({ attachedTexts, headers, text }: ReceivedMessage, id: string): boolean {
  const inHeaders = ['in-reply-to', 'references'].flatMap((name) => headers.get(name) ?? []);
  const texts = [
    attachedTexts?.original,
    attachedTexts?.status,
    attachedTexts?.otherText,
    text,
    ...inHeaders,
  ];

  return texts.some((each) => each !== undefined && hasWord(each, id));
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + word.length] ?? ' '}`;
    if (!/[A-Za-z0-9]/.test(around)) return true;
  }

  return false;
}

const prefix = /^(?:(?:re|aw|sv|antw) ?: *)+/i;

function comparableSubject(subject: string): string {
  return subject.replaceAll(/\s+/g, ' ').trim().replace(prefix, '').toLowerCase();
}
