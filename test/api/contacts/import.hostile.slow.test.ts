import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { handler as upload } from '../../../functions/contacts/import.ts';
import { gatewayEvent } from '../../support/call.ts';
import { newWorkspace } from '../../support/stack.ts';

/** The gateway times out after 29 s. */
const patienceMs = 25_000;

const size = 9_900_000;
const filled = (unit: string, before = 'email\n') =>
  before + unit.repeat(Math.floor((size - before.length) / unit.length));

/** Files of the maximum size, designed to keep the parser busy. */
const files: Record<string, string> = {
  'rows with text behind their quotes': filled('"a"b\n'),
  'rows with quotes inside': filled('a"b\n'),
  'rows with unclosed quotes': filled(`"a\n${'x\n'.repeat(3)}`),
  'unclosed quotes at the maximum record size': filled(`"x\n${'"",""\n'.repeat(40_000)}`),
  'one unclosed quote before rows of quotes': filled('","\n', 'email\n"'),
  'rows that are too long': filled(`${'x'.repeat(300_000)}\n`),
  'one row': filled('x'),
  'one row of empty cells': filled(','),
  'empty lines': filled('\r'),
  'empty lines above the header': filled('\n', ''),
  'lines of spaces': filled(`${' '.repeat(1000)}\n`),
  'only quotes': filled('"'),
  'a header with an unclosed quote': filled('x\n', '"email\n'),
  'a header without a line end': filled('email,', ''),
  'a first line of every delimiter': filled(',;\t|', ''),
};

test.each(Object.entries(files))(
  'a file of 10 MB gets a response in time: %s',
  async (_name, file) => {
    const { apiKey } = await newWorkspace();
    const event = gatewayEvent({
      method: 'POST',
      path: '/contacts/import',
      apiKey,
      headers: { 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' },
    });
    const bytes = { body: gzipSync(file).toString('base64'), isBase64Encoded: true };
    const startedAt = performance.now();
    const context = { getRemainingTimeInMillis: () => patienceMs } as never;
    const { statusCode, body } = await upload({ ...event, ...bytes }, context);

    expect([200, 202, 422], body.slice(0, 500)).toContain(statusCode);
    expect(performance.now() - startedAt).toBeLessThan(patienceMs);
  },
  2 * patienceMs,
);
