import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readImportInput } from '#lib/contacts/import/input.ts';
import { openImportFile, type RowResult } from '#lib/contacts/import/rows.ts';
import { normaliseEmail } from '#lib/values/email-address.ts';
import { Problem } from '#lib/values/problem.ts';
import { encoded, encodings, malformedFile } from '../../support/malformed-csv.ts';

const filesPerEncoding = 150;
let read = 0;

/** Undefined for a rejected file. */
function rowsOf(bytes: Uint8Array, charset: string | undefined): RowResult[] | undefined {
  const mediaType = { type: 'text/csv', charset, boundary: undefined };
  try {
    const { csv, options } = readImportInput({ bytes, mediaType, query: {}, body: undefined });

    return [...openImportFile(csv, options).rows];
  } catch (error) {
    if (!(error instanceof Problem && error.status === 422)) throw error;

    return undefined;
  }
}

test.each(encodings)(
  'a malformed file in $name is rejected, or each of its rows is a contact or an error',
  (encoding) => {
    fc.assert(
      fc.property(malformedFile, (file) => {
        const rows = rowsOf(encoded(file, encoding), encoding.charset);
        if (!rows) return;
        read += 1;
        const numbers = rows.map(({ row }) => row);
        expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
        expect(new Set(numbers).size).toBe(numbers.length);
        for (const row of rows) {
          if ('error' in row)
            expect(row.error).toMatchObject({ row: row.row, reason: expect.stringMatching(/./) });
          else expect('contact' in row && normaliseEmail(row.contact.email)).toBe(row.address);
        }
      }),
      { numRuns: filesPerEncoding, seed: 20_261_122 },
    );
  },
);

test('most malformed files are readable', () => {
  expect(read).toBeGreaterThan((encodings.length * filesPerEncoding) / 2);
});
