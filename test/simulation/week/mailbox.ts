export interface StoredMessage {
  readonly uid: number;
  readonly raw: Buffer;
  readonly receivedAt: number;
}

export interface MailFolder {
  readonly name: string;
  /** RFC 6154. */
  readonly specialUse: string | undefined;
  uidValidity: number;
  uidNext: number;
  messages: StoredMessage[];
}

/** `gmail`: all messages except spam are also in one folder. `dovecot`: each message is in one folder. */
export type Layout = 'dovecot' | 'gmail';

export type Place = 'inbox' | 'junk' | 'archive' | 'rule';

const folderNames: Readonly<Record<Layout, readonly (readonly [name: string, specialUse?: string])[]>> = {
  dovecot: [
    ['INBOX'],
    ['Archive', '\\Archive'],
    ['Junk', '\\Junk'],
    ['Sent', '\\Sent'],
    ['Drafts', '\\Drafts'],
    ['Trash', '\\Trash'],
    ['INBOX.Replies'],
  ],
  gmail: [
    ['INBOX'],
    ['[Gmail]/All Mail', '\\All'],
    ['[Gmail]/Spam', '\\Junk'],
    ['[Gmail]/Sent Mail', '\\Sent'],
    ['[Gmail]/Drafts', '\\Drafts'],
    ['[Gmail]/Trash', '\\Trash'],
    ['Replies'],
  ],
};

const places: Readonly<Record<Layout, Readonly<Record<Place, readonly string[]>>>> = {
  dovecot: { inbox: ['INBOX'], junk: ['Junk'], archive: ['Archive'], rule: ['INBOX.Replies'] },
  gmail: {
    inbox: ['INBOX', '[Gmail]/All Mail'],
    junk: ['[Gmail]/Spam'],
    archive: ['[Gmail]/All Mail'],
    rule: ['Replies', '[Gmail]/All Mail'],
  },
};

/** The folders of one mailbox. */
export class Mailbox {
  readonly folders: MailFolder[];
  readonly #layout: Layout;
  /** Grows with each change that a reader could see. */
  version = 0;

  constructor(layout: Layout) {
    this.#layout = layout;
    this.folders = folderNames[layout].map(([name, specialUse], position) => ({
      name,
      specialUse,
      uidValidity: 1000 + position,
      uidNext: 1,
      messages: [],
    }));
  }

  folder(name: string): MailFolder | undefined {
    const isInbox = name.toUpperCase() === 'INBOX';

    return this.folders.find((folder) => folder.name === (isInbox ? 'INBOX' : name));
  }

  deliver(place: Place, raw: Buffer, receivedAt: number): void {
    for (const name of places[this.#layout][place]) this.#add(name, raw, receivedAt);
  }

  keepSent(raw: Buffer, receivedAt: number): void {
    const sent = this.folders.find(({ specialUse }) => specialUse === '\\Sent');
    if (sent) this.#add(sent.name, raw, receivedAt);
  }

  /** Moves a message out of the inbox, as its owner or another mail program does. */
  archive(raw: Buffer): void {
    const inbox = this.folder('INBOX');
    const message = inbox?.messages.find((each) => each.raw === raw);
    if (!inbox || !message) return;
    inbox.messages = inbox.messages.filter((each) => each !== message);
    this.version += 1;
    if (this.#layout === 'dovecot') this.#add('Archive', raw, message.receivedAt);
  }

  /** Gives all messages new numbers, as a restored or migrated mailbox has. @param at time of arrival; by default, it is kept */
  recreate(at?: number): void {
    for (const folder of this.folders) {
      folder.uidValidity += 7919;
      folder.messages = folder.messages.map((message, position) => ({
        ...message,
        uid: position + 1,
        receivedAt: at ?? message.receivedAt,
      }));
      folder.uidNext = folder.messages.length + 1;
    }
    this.version += 1;
  }

  #add(name: string, raw: Buffer, receivedAt: number): void {
    const folder = this.folder(name);
    if (!folder) throw new Error(`no folder ${name}`);
    folder.messages.push({ uid: folder.uidNext, raw, receivedAt });
    folder.uidNext += 1;
    this.version += 1;
  }
}
