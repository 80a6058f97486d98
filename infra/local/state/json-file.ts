import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';

/** The file's content, or `undefined` when the file does not exist, is not JSON, or does not match the schema. */
export function readJsonFile<Schema extends z.ZodMiniType>(
  file: string,
  schema: Schema,
): z.output<Schema> | undefined {
  try {
    return z.parse(schema, JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/** Replaces the file atomically: a reader, or a start after a kill, sees the old content or the new. */
export function writeJsonFile(file: string, value: unknown): void {
  // Some files hold keys.
  writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
