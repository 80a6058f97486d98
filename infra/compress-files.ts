import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Placeholder in built files for the path of the API on its host, which is known when the service is synthesised. */
export const basePathPlaceholder = '/base-path-of-the-api';

/**
 * Inserts the path of the API into each file of a folder, and compresses it with gzip under its own name, because neither the bucket nor the
 * gateway compresses files.
 */
export function compressFiles(folder: string, basePath: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    // In this encoding, each byte is one character, also of fonts.
    const text = readFileSync(path, 'latin1').replaceAll(basePathPlaceholder, basePath);
    writeFileSync(path, gzipSync(Buffer.from(text, 'latin1'), { level: 9 }));
  }
}
