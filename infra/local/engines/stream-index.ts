import { DatabaseSync } from 'node:sqlite';

const busyMsMax = 5_000;

/**
 * Adds an index that dynoxide 1.2.1 lacks. Each write reads the stream's highest sequence number, and each
 * stream read selects by sequence number. Without the index both scan the whole stream: after 1,000 emails, a
 * write takes five times as long. Idempotent; the engine may be running.
 */
export function indexStream(databaseFile: string): void {
  const database = new DatabaseSync(databaseFile, { timeout: busyMsMax });
  try {
    database.exec(`CREATE INDEX IF NOT EXISTS stream_by_number
      ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`);
  } finally {
    database.close();
  }
}
