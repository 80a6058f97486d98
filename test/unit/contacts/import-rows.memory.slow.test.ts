import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openImportFile } from '#lib/contacts/import/rows.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const samples = 5;

/** The maximum heap use of several samples, in bytes. The file is stored outside the heap. */
function heapWhileReading(rows: number): number {
  const lines = Array.from(
    { length: rows },
    (_, row) => `user${row}@example.com,Given ${row},"Family, ${row}",pro`,
  );
  const csv = Buffer.from(`email,first name,last name,plan\n${lines.join('\n')}`);
  lines.length = 0;
  let most = 0;
  let seen = 0;
  for (const row of openImportFile(csv, { tags: ['lead'], mapping: undefined }).rows) {
    if ('contact' in row) seen += 1;
    if (seen % (rows / samples) === 0) {
      collectGarbage();
      most = Math.max(most, process.memoryUsage().heapUsed);
    }
  }
  expect(seen).toBe(rows);

  return most;
}

test('50,000 rows need no more memory than 1,000', () => {
  heapWhileReading(1000);
  const few = heapWhileReading(1000);
  const many = heapWhileReading(50_000);

  // Stored rows would need 30 MB.
  expect((many - few) / 1_000_000).toBeLessThan(6);
});
