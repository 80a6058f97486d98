import { randomInt } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { readHeaderBytes } from '#lib/mail/received-message.ts';
import { inTransaction, openDatabase } from '../sqlite.ts';

/** `named` has the Message-IDs in the header of each email: its own id and the ids of the emails that it refers to. */
const tables = `
  PRAGMA foreign_keys = ON;
  CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT, sender TEXT NOT NULL, recipients TEXT NOT NULL, subject TEXT NOT NULL,
    message_id TEXT NOT NULL, received_at INTEGER NOT NULL, raw BLOB NOT NULL);
  CREATE TABLE IF NOT EXISTS recipients (
    address TEXT NOT NULL, message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
    PRIMARY KEY (address, message)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS recipients_by_message ON recipients (message);
  CREATE TABLE IF NOT EXISTS named (
    message_id TEXT NOT NULL, message INTEGER NOT NULL REFERENCES messages ON DELETE CASCADE,
    PRIMARY KEY (message_id, message)) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS named_by_message ON named (message);
  CREATE TABLE IF NOT EXISTS mailbox (id INTEGER PRIMARY KEY CHECK (id = 1), uid_validity INTEGER NOT NULL);
`;

const columns = 'id, sender, recipients, subject, message_id, received_at';
const conversationMax = 100;

export interface NewEmail {
  /** Envelope sender; empty for a bounce. */
  readonly from: string;
  /** Envelope recipients. */
  readonly to: readonly string[];
  readonly subject: string;
  readonly messageId: string;
  /** Epoch milliseconds. */
  readonly receivedAt: number;
  readonly raw: Buffer;
}

export interface EmailSummary {
  readonly id: number;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly messageId: string;
  /** RFC 3339. */
  readonly receivedAt: string;
}

interface EmailQuery {
  /** Only emails after this id, oldest first. Without it, newest first. */
  readonly after?: number | undefined;
  /** Only emails to this address, case-insensitive. */
  readonly to?: string | undefined;
  /** Only emails to an address that contains this text. */
  readonly search?: string | undefined;
  readonly limit: number;
}

export type MailStore = ReturnType<typeof openMailStore>;

/** Storage of captured emails. What `add` has stored survives the death of this process. */
export function openMailStore(databaseFile: string) {
  const database = openDatabase(databaseFile, tables);
  database.prepare('INSERT OR IGNORE INTO mailbox VALUES (1, ?)').run(randomInt(1, 2 ** 31));
  const sql = prepareStatements(database);

  return {
    add(email: NewEmail): number {
      return inTransaction(database, () => {
        const values = [email.subject, email.messageId, email.receivedAt, email.raw] as const;
        const id = Number(sql.insert.run(email.from, JSON.stringify(email.to), ...values).lastInsertRowid);
        for (const address of email.to) sql.insertRecipient.run(address.toLowerCase(), id);
        for (const named of idsIn(email.raw)) sql.insertNamed.run(named, id);

        return id;
      });
    },
    list({ after, to, search, limit }: EmailQuery): EmailSummary[] {
      const order = after === undefined ? 'DESC' : 'ASC';
      const rows = database
        .prepare(
          `SELECT ${columns} FROM messages WHERE id > ?
           AND (? IS NULL OR id IN (SELECT message FROM recipients WHERE address = ?))
           AND (? IS NULL OR id IN (SELECT message FROM recipients WHERE instr(address, ?) > 0))
           ORDER BY id ${order} LIMIT ?`,
        )
        .all(after ?? 0, to ?? null, lower(to), search ?? null, lower(search), limit);

      return rows.map(toSummary);
    },
    find(id: number): { summary: EmailSummary; raw: Buffer } | undefined {
      const row = sql.selectRaw.get(id);
      const raw = row?.['raw'];

      return row && raw instanceof Uint8Array
        ? { summary: toSummary(row), raw: Buffer.from(raw) }
        : undefined;
    },
    /** An email, and the emails with headers that have a Message-ID in common with it; oldest first. */
    conversation: (id: number): EmailSummary[] => sql.conversation.all(id, conversationMax).map(toSummary),
    /** UID validity and UIDs of an address's mailbox. */
    mailbox(to: string) {
      const state = sql.mailbox.get();

      return {
        uidValidity: Number(state?.['uid_validity']),
        uidNext: Number(state?.['last']) + 1,
        ids: sql.idsTo.all(to.toLowerCase()).map((row) => Number(row['message'])),
      };
    },
    stats() {
      const row = sql.count.get();

      return { count: Number(row?.['messages']), recipients: Number(row?.['recipients']) };
    },
    clear: () => database.exec('DELETE FROM messages'),
    close: () => database.close(),
  };
}

function prepareStatements(database: DatabaseSync) {
  return {
    insert: database.prepare(
      'INSERT INTO messages (sender, recipients, subject, message_id, received_at, raw) VALUES (?, ?, ?, ?, ?, ?)',
    ),
    insertRecipient: database.prepare('INSERT OR IGNORE INTO recipients (address, message) VALUES (?, ?)'),
    insertNamed: database.prepare('INSERT OR IGNORE INTO named (message_id, message) VALUES (?, ?)'),
    conversation: database.prepare(
      `SELECT ${columns} FROM messages WHERE id IN (
         SELECT other.message FROM named AS own JOIN named AS other USING (message_id) WHERE own.message = ?)
       ORDER BY id LIMIT ?`,
    ),
    selectRaw: database.prepare(`SELECT ${columns}, raw FROM messages WHERE id = ?`),
    mailbox: database.prepare(
      `SELECT uid_validity, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'messages'), 0) AS last FROM mailbox`,
    ),
    idsTo: database.prepare('SELECT message FROM recipients WHERE address = ? ORDER BY message'),
    count: database.prepare(
      `SELECT (SELECT count(*) FROM messages) AS messages, (SELECT count(DISTINCT address) FROM recipients) AS recipients`,
    ),
  };
}

function toSummary(row: Record<string, SQLOutputValue>): EmailSummary {
  const to: unknown = JSON.parse(String(row['recipients']));

  return {
    id: Number(row['id']),
    from: String(row['sender']),
    to: Array.isArray(to) ? to.map(String) : [],
    subject: String(row['subject']),
    messageId: String(row['message_id']),
    receivedAt: new Date(Number(row['received_at'])).toISOString(),
  };
}

/** The Message-IDs of an email and of the emails that it refers to. Reads a limited part of the header only. */
function idsIn(raw: Buffer): string[] {
  const header = readHeaderBytes(raw.subarray(0, 65_536))
    .toString('latin1')
    .replaceAll(/\r?\n[ \t]+/g, ' ');
  const fields = header.matchAll(/^(?:message-id|in-reply-to|references):(.*)$/gim);

  return [...fields].flatMap(([, value = '']) => value.match(/<[^<>\s]+>/g) ?? []).slice(0, conversationMax);
}

const lower = (text: string | undefined) => text?.toLowerCase() ?? null;
