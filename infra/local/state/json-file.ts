import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** The file's content, or `undefined` when the file does not exist or is not JSON. */
export function readJsonFile(file: string): unknown {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
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
