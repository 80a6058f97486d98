import type { MailStore } from './mail-store.ts';

/** A mailbox folder. The id of a message is its UID. */
export interface Folder {
  readonly uidValidity: number;
  readonly uidNext: number;
  readonly ids: readonly number[];
}

/** Responses to `UID FETCH`: UIDs, sizes, dates, headers and sources, whole or partial. */
export function fetchResponses(store: MailStore, { ids }: Folder, rest: string): string[] {
  const [, set = '', items = ''] = /^(\S+) (.*)$/.exec(rest) ?? [];

  return parseSequenceSet(set, ids).map((id) => {
    const { raw, summary } = store.find(id) ?? { raw: Buffer.alloc(0), summary: undefined };
    const sections = [...items.matchAll(/BODY(?:\.PEEK)?\[(HEADER|)\](?:<(\d+)\.(\d+)>)?/gi)];
    const parts = sections.map(([, section = '', start, length]) => {
      const fullSource = section === '' ? raw : headerOf(raw);
      const from = Number(start ?? 0);
      const part = start === undefined ? fullSource : fullSource.subarray(from, from + Number(length));
      const origin = start === undefined ? '' : `<${from}>`;

      return `BODY[${section.toUpperCase()}]${origin} {${part.byteLength}}\r\n${part.toString('latin1')}`;
    });
    const size = /RFC822\.SIZE/i.test(items) ? [`RFC822.SIZE ${raw.byteLength}`] : [];
    const date = /INTERNALDATE/i.test(items) ? [`INTERNALDATE "${imapDate(summary?.receivedAt ?? 0)}"`] : [];

    return `${ids.indexOf(id) + 1} FETCH (${[`UID ${id}`, ...size, ...date, ...parts].join(' ')})`;
  });
}

/** A date-time of RFC 3501, section 9, such as `03-Jun-2030 10:00:00 +0000`. */
function imapDate(time: string | number): string {
  const [, day, month, year, clock] = new Date(time).toUTCString().split(' ');

  return `${day}-${month}-${year} ${clock} +0000`;
}

/** Response to `UID SEARCH`: all messages, messages since a date, or the message with a `Message-ID`. */
export function searchResponse(store: MailStore, { ids }: Folder, rest: string): string[] {
  const since = Date.parse(`${/\bSINCE "?(\d{1,2}-\w{3}-\d{4})"?/i.exec(rest)?.[1] ?? '1-Jan-1970'} UTC`);
  const messageId = /\bHEADER "?MESSAGE-ID"? "?([^" ]+)"?/i.exec(rest)?.[1] ?? '';
  const found = ids.filter((id) => {
    const { receivedAt = '', messageId: storedId = '' } = store.find(id)?.summary ?? {};

    return Date.parse(receivedAt) >= since && storedId.includes(messageId);
  });

  return [['SEARCH', ...found].join(' ')];
}

/** Ids in a sequence set such as `1:5,7,9:*`, in the order of the messages. */
function parseSequenceSet(set: string, ids: readonly number[]): number[] {
  const last = ids.at(-1) ?? 0;
  const ranges = set.split(',').map((range) => {
    const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? last : Number(end)));

    return { from: Math.min(from, to), to: Math.max(from, to) };
  });

  return ids.filter((id) => ranges.some(({ from, to }) => id >= from && id <= to));
}

function headerOf(raw: Buffer): Buffer {
  const end = raw.indexOf('\r\n\r\n');

  return end === -1 ? raw : raw.subarray(0, end + 4);
}

/** Response lines of `LIST`: RFC 3501, and RFC 6154 for the Sent folder. */
export const folderList = ['(\\HasNoChildren) "/" INBOX', '(\\HasNoChildren \\Sent) "/" Sent'];

/** Messages to an address are in its INBOX, messages from it in its Sent folder. */
export function openFolder(store: MailStore, user: string, name: string): Folder | undefined {
  const inbox = store.mailbox(user);
  switch (name.replaceAll('"', '').toUpperCase()) {
    case 'INBOX':
      return inbox;
    case 'SENT': {
      const all = store.list({ after: 0, limit: Number.MAX_SAFE_INTEGER });
      const sent = all.filter(({ from }) => from.toLowerCase() === user.toLowerCase());

      return { ...inbox, ids: sent.map(({ id }) => id) };
    }
    default:
      return undefined;
  }
}

/** An APPEND; its message follows as a literal (RFC 3501, section 6.3.11). */
export interface AppendCommand {
  readonly tag: string;
  readonly folder: string;
  readonly bytes: number;
}

const messageBytesMax = 1_000_000;

/** Undefined for a malformed command or a message that is too large. */
export function readAppend(tag: string, rest: string): AppendCommand | undefined {
  const [, folder = '', size = ''] = /^"?([^" ]+)"? .*\{(\d+)\}$/.exec(rest) ?? [];
  const bytes = Number(size);

  return size === '' || bytes > messageBytesMax ? undefined : { tag, folder, bytes };
}

/** Stores a message from the user. @returns the response after the tag */
export function storeAppended(
  store: MailStore,
  user: string,
  { folder }: AppendCommand,
  message: string,
): string {
  if (folder.toUpperCase() !== 'SENT') return 'NO messages can be added to Sent only';
  const raw = Buffer.from(message, 'latin1');
  const unfolded = message.replaceAll(/\r\n[ \t]+/g, ' ');
  const [, subject = ''] = /^Subject:(.*)\r$/im.exec(unfolded) ?? [];
  const [, messageId = ''] = /^Message-ID:(.*)\r$/im.exec(unfolded) ?? [];
  store.add({
    from: user,
    to: [],
    subject: subject.trim(),
    messageId: messageId.trim(),
    receivedAt: Date.now(),
    raw,
  });

  return 'OK stored';
}
