import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll } from 'vitest';

interface StoredMessage {
  readonly uid: number;
  readonly raw: Buffer;
  /** INTERNALDATE, epoch milliseconds. */
  readonly at: number;
}

interface ServedFolder {
  uidValidity: number;
  uidNext: number;
  /** Attributes in LIST, such as `\Archive`. */
  readonly flags: string;
  messages: StoredMessage[];
}

/** Deviations of real servers from RFC 3501, and optional extensions. */
export interface ImapQuirks {
  /** EXAMINE has no UIDNEXT: Courier-IMAP, 163.com. */
  withoutUidNext?: boolean;
  /** Neither EXAMINE nor STATUS has a UIDVALIDITY. */
  withoutUidValidity?: boolean;
  /** Response to STATUS instead of the status, such as `NO`. */
  status?: 'NO' | 'BAD';
  /** Response to a search by date. */
  searchSince?: 'NO' | 'BAD';
  /** Response to LIST. */
  list?: 'NO' | 'BAD';
  /** Extensions in CAPABILITY, such as `SPECIAL-USE LIST-STATUS LIST-EXTENDED`. */
  capabilities?: string;
  /** Folders that EXAMINE rejects. */
  unreadable?: readonly string[];
  /** FETCH has no INTERNALDATE. */
  withoutDates?: boolean;
  /** Delay of each response. */
  delayMs?: number;
  /** Closes the connection instead of responding to a matching command. */
  dropAt?: RegExp | undefined;
  /** Rejects all connections. */
  isAway?: boolean;
}

export interface ScriptedImap {
  readonly port: number;
  /** All commands without their tags. */
  readonly commands: string[];
  quirks: ImapQuirks;
  addFolder(path: string, flags?: string): void;
  /** @returns the UID */
  deliver(path: string, raw: string, at?: number): number;
  /** Moves all messages to another folder: they get new UIDs there (RFC 6851). */
  moveAll(from: string, to: string): void;
  /** Gives the messages of a folder another UIDVALIDITY and other UIDs. */
  renew(path: string): void;
  rename(from: string, to: string): void;
  /** Deletes all messages. */
  empty(): void;
}

/** A mailbox for any user at an IMAP server with chosen quirks. Closes after the file's tests. */
export async function startScriptedImap(quirks: ImapQuirks = {}): Promise<ScriptedImap> {
  const folders = new Map<string, ServedFolder>();
  let validity = 1000;
  const imap: ScriptedImap = {
    port: 0,
    commands: [],
    quirks,
    addFolder(path, flags = '') {
      validity += 1;
      folders.set(path, { uidValidity: validity, uidNext: 1, flags, messages: [] });
    },
    deliver(path, raw, at = Date.now()) {
      const folder = folderAt(folders, path);
      folder.messages.push({ uid: folder.uidNext, raw: Buffer.from(raw), at });
      folder.uidNext += 1;

      return folder.uidNext - 1;
    },
    moveAll(from, to) {
      const source = folderAt(folders, from);
      const moved = source.messages;
      source.messages = [];
      for (const { raw, at } of moved) imap.deliver(to, raw.toString(), at);
    },
    renew(path) {
      const folder = folderAt(folders, path);
      validity += 1;
      folder.uidValidity = validity;
      folder.messages = folder.messages.toReversed().map((each, index) => ({ ...each, uid: index + 1 }));
      folder.uidNext = folder.messages.length + 1;
    },
    rename(from, to) {
      folders.set(to, folderAt(folders, from));
      folders.delete(from);
    },
    empty() {
      for (const folder of folders.values()) folder.messages = [];
    },
  };
  imap.addFolder('INBOX');
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (imap.quirks.isAway) socket.destroy();
    else serve(socket, imap, folders);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  afterAll(() => {
    server.close();
  });

  return Object.assign(imap, { port: (server.address() as AddressInfo).port });
}

function folderAt(folders: ReadonlyMap<string, ServedFolder>, path: string): ServedFolder {
  const folder = folders.get(path);
  if (!folder) throw new Error(`there is no folder ${path}`);

  return folder;
}

function serve(socket: Socket, imap: ScriptedImap, folders: Map<string, ServedFolder>): void {
  const capabilities = () =>
    `CAPABILITY IMAP4rev1 SASL-IR AUTH=PLAIN ${imap.quirks.capabilities ?? ''}`.trim();
  const session: Session = { quirks: () => imap.quirks, folders, open: undefined };
  socket.setEncoding('latin1').write(`* OK [${capabilities()}] ready\r\n`);
  let pending = '';
  let previous = Promise.resolve();
  const answer = async (line: string) => {
    const [, tag = '*', command = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/i.exec(line) ?? [];
    imap.commands.push(`${command} ${rest}`);
    const { dropAt, delayMs = 0 } = imap.quirks;
    if (delayMs > 0) await pause(delayMs);
    if (dropAt?.test(`${command} ${rest}`)) socket.destroy();
    if (socket.destroyed) return;
    const [result = 'OK', ...lines] =
      command.toUpperCase() === 'CAPABILITY'
        ? ['OK', capabilities()]
        : (execute(session, command.toUpperCase(), rest) ?? ['BAD']);
    socket.write(`${lines.map((each) => `* ${each}\r\n`).join('')}${tag} ${result} done\r\n`, 'latin1');
  };
  socket.on('data', (text: string) => {
    pending += text;
    for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
      const line = pending.slice(0, end);
      pending = pending.slice(end + 2);
      previous = previous.then(() => answer(line));
    }
  });
}

interface Session {
  readonly quirks: () => ImapQuirks;
  readonly folders: ReadonlyMap<string, ServedFolder>;
  open: ServedFolder | undefined;
}

/** @returns the result and the untagged responses; undefined for an unknown command */
function execute(session: Session, command: string, rest: string): string[] | undefined {
  const { folders, open } = session;
  const quirks = session.quirks();
  const path = rest.split(' ')[0]?.replaceAll('"', '') ?? '';
  switch (command) {
    case 'AUTHENTICATE':
    case 'LOGIN':
    case 'NOOP':
    case 'LOGOUT':
      return ['OK'];
    case 'LIST':
    case 'LSUB':
      return listing(session, command, rest);
    case 'STATUS':
      if (quirks.status) return [quirks.status];
      return folders.has(path) ? ['OK', statusOf(quirks, path, folderAt(folders, path))] : ['NO'];
    case 'SELECT':
    case 'EXAMINE': {
      session.open = quirks.unreadable?.includes(path) ? undefined : folders.get(path);
      if (!session.open) return ['NO'];
      const { messages, uidValidity, uidNext } = session.open;

      return [
        'OK [READ-ONLY]',
        `${messages.length} EXISTS`,
        ...(quirks.withoutUidValidity ? [] : [`OK [UIDVALIDITY ${uidValidity}] ok`]),
        ...(quirks.withoutUidNext ? [] : [`OK [UIDNEXT ${uidNext}] ok`]),
      ];
    }
    case 'FETCH':
    case 'UID FETCH':
      return open ? ['OK', ...fetched(quirks, open, rest, command === 'UID FETCH')] : ['NO'];
    case 'UID SEARCH':
      if (quirks.searchSince && /\bSINCE\b/i.test(rest)) return [quirks.searchSince];
      return open ? ['OK', `SEARCH${found(open, rest)}`] : ['NO'];
    default:
      return undefined;
  }
}

function statusOf(quirks: ImapQuirks, path: string, { uidNext, uidValidity }: ServedFolder): string {
  return `STATUS "${path}" (UIDNEXT ${uidNext}${quirks.withoutUidValidity ? '' : ` UIDVALIDITY ${uidValidity}`})`;
}

function listing({ folders, quirks: read }: Session, command: string, rest: string): string[] {
  const quirks = read();
  const isAll = /\*"?(?: RETURN|$)/.test(rest);
  if (quirks.list && isAll) return [quirks.list];
  const asked = [...folders].filter(([path]) => isAll || rest.includes(path));
  const hasSpecialUse = quirks.capabilities?.includes('SPECIAL-USE');

  return [
    'OK',
    ...asked.flatMap(([path, folder]) => {
      const flags = hasSpecialUse || folder.flags === '\\Noselect' ? folder.flags : '';
      const status =
        /\bSTATUS\b/.test(rest) && flags !== '\\Noselect' ? [statusOf(quirks, path, folder)] : [];

      return [`${command} (${flags}) "/" "${path}"`, ...status];
    }),
  ];
}

function fetched(quirks: ImapQuirks, { messages }: ServedFolder, rest: string, isByUid: boolean): string[] {
  const [, set = '', items = ''] = /^(\S+) (.*)$/.exec(rest) ?? [];
  const last = messages.at(-1)?.uid ?? 0;
  const [from = 0, to = from] = set.split(':').map((end) => (end === '*' ? last : Number(end)));

  return messages.flatMap(({ uid, raw, at }, index) => {
    const number = isByUid ? uid : index + 1;
    if (number < from || number > to) return [];
    const header = raw.subarray(0, raw.indexOf('\r\n\r\n') + 4);
    const parts = [...items.matchAll(/BODY\.PEEK\[(HEADER)?\]/gi)].map(([, section]) => {
      const part = section ? header : raw;

      return `BODY[${section ?? ''}]<0> {${part.length}}\r\n${part.toString('latin1')}`;
    });
    const [, day, month, year, clock] = new Date(at).toUTCString().split(' ');
    const date = `INTERNALDATE "${day}-${month}-${year} ${clock} +0000"`;
    const dates = items.includes('INTERNALDATE') && !quirks.withoutDates ? [date] : [];

    return [`${index + 1} FETCH (${[`UID ${uid}`, ...dates, ...parts].join(' ')})`];
  });
}

function found({ messages }: ServedFolder, rest: string): string {
  const since = Date.parse(`${/\bSINCE "?(\d{1,2}-\w{3}-\d{4})"?/i.exec(rest)?.[1] ?? '1-Jan-1970'} UTC`);
  const id = /\bHEADER "?MESSAGE-ID"? "?([^" ]+)"?/i.exec(rest)?.[1] ?? '';

  return messages
    .filter(({ raw, at }) => at >= since && raw.includes(id))
    .map(({ uid }) => ` ${uid}`)
    .join('');
}
