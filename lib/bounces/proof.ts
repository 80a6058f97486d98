import type { ReturnedHeader } from '#lib/bounces/returned-header.ts';
import type { ReceivedMail } from '#lib/mail/received-message.ts';

/** What shows that a report without our id is about a message that was sent. See README.md in this folder. */
export type Proof =
  /** It repeats the id that the account's server gave the message. */
  | 'server_id'
  /** It repeats the subject, and the time at which the message was sent. */
  | 'returned_header'
  /** It arrived right after the message was sent. The weakest: it has a smaller effect. */
  | 'arrival';

/** The last message of an account to an address. */
export interface SentMessage {
  readonly serverId: string | undefined;
  /** Without `Re:`; undefined when it is not known. */
  readonly subject: string | undefined;
  /** When its server accepted it, in epoch milliseconds. */
  readonly sentAt: number;
}

/** Between `Date`, which is written before the message is handed over, and its acceptance; and between two clocks. */
const clockToleranceMs = 5 * 60_000;
/** Most servers refuse an unknown recipient at once. Inboxes of active accounts are read every two minutes. */
const arrivalMs = 10 * 60_000;

export function proofOf(
  mail: ReceivedMail,
  returned: ReturnedHeader,
  sent: SentMessage,
  now: number,
): Proof | undefined {
  if (sent.serverId !== undefined && namesId(mail, sent.serverId)) return 'server_id';
  const { subject = '', sentAt } = sent;
  const isSameSubject = subject !== '' && plain(returned.subject) === plain(subject);
  if (isSameSubject && Math.abs(returned.sentAt - sentAt) <= clockToleranceMs) return 'returned_header';

  return now - sentAt <= arrivalMs ? 'arrival' : undefined;
}

/** Anywhere in a report, as a word of its own: Gmail and Exim write more behind it. */
function namesId({ report, headers, text }: ReceivedMail, id: string): boolean {
  const inHeaders = ['in-reply-to', 'references'].flatMap((name) => headers.get(name) ?? []);
  const places = [report?.original, report?.status, report?.attached, text, ...inHeaders];

  return places.some((place) => place !== undefined && hasWord(place, id));
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + word.length] ?? ' '}`;
    if (!/[A-Za-z0-9]/.test(around)) return true;
  }

  return false;
}

const prefix = /^(?:(?:re|aw|sv|antw) ?: *)+/i;

function plain(subject: string): string {
  return subject.replaceAll(/\s+/g, ' ').trim().replace(prefix, '').toLowerCase();
}
