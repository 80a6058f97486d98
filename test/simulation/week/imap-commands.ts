import type { ImapFaults } from './imap-server.ts';
import type { Mailbox, MailFolder, StoredMessage } from './mailbox.ts';

export interface ImapConnection {
  readonly mailbox: Mailbox;
  readonly faults: ImapFaults;
  folder?: MailFolder | undefined;
}

const capabilities = 'CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN SPECIAL-USE LIST-EXTENDED LIST-STATUS UNSELECT';

/** @returns all response lines. An unknown command or item is an error of the client, which must not pass unnoticed. */
export function executeCommand(connection: ImapConnection, tag: string, verb: string, rest: string): string {
  const answer = (lines: readonly string[], result = 'OK done') =>
    [...lines.map((line) => `* ${line}`), `${tag} ${result}`, ''].join('\r\n');
  switch (verb) {
    case 'CAPABILITY':
      return answer([capabilities]);
    case 'AUTHENTICATE':
    case 'LOGIN':
    case 'NOOP':
    case 'ENABLE':
      return answer([]);
    case 'ID':
      return answer(['ID NIL']);
    case 'NAMESPACE':
      return answer(['NAMESPACE (("" "/")) NIL NIL']);
    case 'LOGOUT':
      return answer(['BYE']);
    case 'LIST':
    case 'LSUB':
      return answer(listFolders(connection, verb, rest));
    case 'STATUS': {
      const [, quoted, plain, items = ''] = /^(?:"([^"]*)"|(\S+)) \(([^)]*)\)$/.exec(rest) ?? [];
      const folder = connection.mailbox.folder(quoted ?? plain ?? '');

      return folder ? answer([statusLine(folder, items)]) : answer([], 'NO no such folder');
    }
    case 'SELECT':
    case 'EXAMINE':
      return openFolder(connection, rest, answer);
    case 'CLOSE':
    case 'UNSELECT':
      connection.folder = undefined;
      return answer([]);
    case 'UID': {
      const [command = '', ...parameters] = rest.split(' ');
      const { folder } = connection;
      if (!folder) return answer([], 'BAD open a folder first');
      if (command.toUpperCase() === 'FETCH') return answer(fetchMessages(folder, parameters.join(' ')));
      if (command.toUpperCase() === 'SEARCH') return answer([searchMessages(folder, parameters.join(' '))]);
    }
  }

  return answer([], `BAD unknown command ${verb} ${rest}`);
}

function openFolder(
  connection: ImapConnection,
  rest: string,
  answer: (lines: readonly string[], result?: string) => string,
): string {
  const folder = connection.mailbox.folder(rest.replaceAll('"', ''));
  connection.folder = folder;
  if (!folder) return answer([], 'NO [NONEXISTENT] no such folder');
  const uidNext = connection.faults.withoutUidNext ? [] : [`OK [UIDNEXT ${folder.uidNext}] next`];

  return answer(
    [
      `${folder.messages.length} EXISTS`,
      '0 RECENT',
      'FLAGS ()',
      `OK [UIDVALIDITY ${folder.uidValidity}] valid`,
      ...uidNext,
    ],
    'OK [READ-ONLY] opened',
  );
}

function listFolders({ mailbox }: ImapConnection, verb: string, rest: string): string[] {
  // An empty pattern requests only the hierarchy delimiter (RFC 3501, section 6.3.8).
  if (/^"" ""$/.test(rest)) return [`${verb} (\\Noselect) "/" ""`];
  const [, items] = /STATUS \(([^)]*)\)/i.exec(rest) ?? [];

  return mailbox.folders.flatMap((folder) => {
    const flags = ['\\HasNoChildren', ...(folder.specialUse === undefined ? [] : [folder.specialUse])];
    const line = `${verb} (${flags.join(' ')}) "/" "${folder.name}"`;

    return items === undefined ? [line] : [line, statusLine(folder, items)];
  });
}

function statusLine({ name, messages, uidNext, uidValidity }: MailFolder, items: string): string {
  const values: Readonly<Record<string, number>> = {
    MESSAGES: messages.length,
    UIDNEXT: uidNext,
    UIDVALIDITY: uidValidity,
    RECENT: 0,
    UNSEEN: messages.length,
  };
  const pairs = items
    .toUpperCase()
    .split(' ')
    .filter((item) => item in values)
    .map((item) => `${item} ${values[item]}`);

  return `STATUS "${name}" (${pairs.join(' ')})`;
}

function fetchMessages(folder: MailFolder, rest: string): string[] {
  const [, set = '', items = ''] = /^(\S+) (.*)$/.exec(rest) ?? [];

  return numbersIn(folder, set).map((message) => {
    const sections = [...items.matchAll(/BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/gi)];
    const parts = sections.map(([, section = '', from, length]) => {
      const whole = sectionOf(message, section);
      const part = from === undefined ? whole : whole.subarray(Number(from), Number(from) + Number(length));
      const origin = from === undefined ? '' : `<${from}>`;

      return `BODY[${section}]${origin} {${part.byteLength}}\r\n${part.toString('latin1')}`;
    });
    const values = [
      `UID ${message.uid}`,
      ...(/\bFLAGS\b/i.test(items) ? ['FLAGS ()'] : []),
      ...(/RFC822\.SIZE/i.test(items) ? [`RFC822.SIZE ${message.raw.byteLength}`] : []),
      ...(/INTERNALDATE/i.test(items) ? [`INTERNALDATE "${internalDate(message.receivedAt)}"`] : []),
      ...parts,
    ];

    return `${folder.messages.indexOf(message) + 1} FETCH (${values.join(' ')})`;
  });
}

function sectionOf({ raw }: StoredMessage, section: string): Buffer {
  const end = raw.indexOf('\r\n\r\n');
  const header = end === -1 ? raw : raw.subarray(0, end + 4);
  if (section === '') return raw;
  if (section.toUpperCase() === 'HEADER') return header;
  const [, names] = /^HEADER\.FIELDS \(([^)]*)\)$/i.exec(section) ?? [];
  if (names === undefined) throw new Error(`unknown section ${section}`);
  const wanted = names.toLowerCase().split(' ');
  const fields = header
    .toString('latin1')
    .split(/\r\n(?![ \t])/)
    .filter((field) => wanted.includes(field.split(':', 1)[0]?.toLowerCase() ?? ''));

  return Buffer.from(`${fields.map((field) => `${field}\r\n`).join('')}\r\n`, 'latin1');
}

function searchMessages(folder: MailFolder, rest: string): string {
  const since = Date.parse(`${/\bSINCE "?(\d{1,2}-\w{3}-\d{4})"?/i.exec(rest)?.[1] ?? '1-Jan-1970'} UTC`);
  const [, headerName = '', headerValue = ''] = /\bHEADER "?([\w-]+)"? "?([^" ]+)"?/i.exec(rest) ?? [];
  const [, from = ''] = /\bFROM "?([^" ]+)"?/i.exec(rest) ?? [];
  const [, set] = /\bUID ([\d:*,]+)/i.exec(rest) ?? [];
  const candidates = set === undefined ? folder.messages : numbersIn(folder, set);
  const hasField = (message: StoredMessage, name: string, value: string) =>
    value === '' ||
    sectionOf(message, `HEADER.FIELDS (${name})`)
      .toString('latin1')
      .replaceAll(/\r\n[ \t]+/g, '')
      .toLowerCase()
      .includes(value.toLowerCase());
  const found = candidates.filter(
    (message) =>
      message.receivedAt >= since &&
      hasField(message, headerName, headerValue) &&
      hasField(message, 'from', from),
  );

  return ['SEARCH', ...found.map(({ uid }) => uid)].join(' ');
}

/** The messages of a sequence set such as `1:5,7,9:*`, in ascending order. */
function numbersIn({ messages }: MailFolder, set: string): StoredMessage[] {
  const last = messages.at(-1)?.uid ?? 0;
  const ranges = set.split(',').map((range) => {
    const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? last : Number(end)));

    return [Math.min(from, to), Math.max(from, to)] as const;
  });

  return messages.filter(({ uid }) => ranges.some(([from, to]) => uid >= from && uid <= to));
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function internalDate(at: number): string {
  const [date = '', time = ''] = new Date(at).toISOString().split(/[T.]/);
  const [year, month, day] = date.split('-');

  return `${day}-${months[Number(month) - 1]}-${year} ${time} +0000`;
}
