import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import type { Journey } from './journey.ts';

/** All that a stack stores outside its mail servers, as text: items of the table, messages of all queues, files and logs. */
export interface StoredText {
  readonly table: string;
  readonly queues: string;
  readonly files: string;
  readonly logs: string;
  /** Names of attributes with values that are neither text nor compressed text. */
  readonly encrypted: readonly string[];
}

/** Reads the files of the engines, like an attacker with a copy of them. */
export function readStoredText({ stateFolder, report }: Journey): StoredText {
  const items = rowsOf(
    join(stateFolder, 'dynamodb/dynamodb.db'),
    `SELECT item_json AS text FROM "${report.tableName}"`,
  );
  const encrypted = new Set<string>();
  const table = items.map((item) => readable(item, encrypted)).join('\n');
  const queued = 'SELECT queue_name || body || message_attributes AS text FROM sqs_messages';
  const files = readdirSync(join(stateFolder, 's3'), { recursive: true, withFileTypes: true });

  return {
    table,
    queues: rowsOf(join(stateFolder, 'sqs/fauxqs.db'), queued).join('\n'),
    files: files
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name), 'latin1')}`)
      .join('\n'),
    logs: readFileSync(join(stateFolder, 'functions.log'), 'utf8'),
    encrypted: [...encrypted].sort(),
  };
}

function rowsOf(file: string, query: string): string[] {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    return database
      .prepare(query)
      .all()
      .map(({ text }) => String(text));
  } finally {
    database.close();
  }
}

/** Binary values are text, or compressed text. The names of all others are added to `encrypted`. */
function readable(item: string, encrypted: Set<string>): string {
  const parsed = JSON.parse(item, (name, value) => {
    if (typeof value?.B !== 'string') return value;
    const text = textOf(Buffer.from(value.B, 'base64'));
    if (text === undefined) encrypted.add(name);

    return text;
  });

  return JSON.stringify(parsed);
}

function textOf(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return bytes.toString();
  try {
    return gunzipSync(bytes).toString();
  } catch {
    return undefined;
  }
}
