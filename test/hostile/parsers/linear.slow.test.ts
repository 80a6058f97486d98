import { describe, expect, test } from 'vitest';
import { families } from './families.ts';
import { fileParsers } from './files.ts';
import { htmlParsers } from './html.ts';
import { mailParsers } from './mail.ts';
import { isTooSlow, largest, type Measurement, measure, type Parser } from './measure.ts';
import { networkParsers } from './network.ts';
import { requestParsers } from './requests.ts';
import { valueParsers } from './values.ts';

const parsers = [
  ...valueParsers,
  ...mailParsers,
  ...htmlParsers,
  ...fileParsers,
  ...requestParsers,
  ...networkParsers,
];
const measured: Measurement[] = [];

/** Measures only the parsers with this text in their names. */
const wanted = process.env['HOSTILE_PARSERS'] ?? '';
/**
 * Each parser gets every third family, the next parser the following ones. With 1, each parser gets all families, which takes a
 * quarter of an hour.
 */
const stride = Number(process.env['HOSTILE_EVERY'] ?? 3);

const familiesOf = (parser: Parser) =>
  Object.entries(families).filter((_, at) => (at - parsers.indexOf(parser)) % stride === 0);

describe('Parsers take linear time, and at most 250 ms for 1 MB', () => {
  test.each(
    parsers.filter(({ name }) => name.includes(wanted)).map((parser) => [parser.name, parser] as const),
  )(
    '%s',
    async (_, parser: Parser) => {
      const own: Measurement[] = [];
      for (const [name, family] of familiesOf(parser)) own.push(await measure(parser, name, family));
      measured.push(...own);

      expect(own.filter(isTooSlow)).toEqual([]);
    },
    300_000,
  );

  test('a parser of quadratic time is too slow', async () => {
    const run = (text: string) => text.search(/ +$/);
    const quadratic = { name: 'quadratic', sample: '', limit: 60_000, run };

    expect(isTooSlow(await measure(quadratic, 'a blank', (_, size) => `${' '.repeat(size - 1)}x`))).toBe(
      true,
    );
  });

  test('for 40 parsers and 36 families of input, and more', () => {
    expect(new Set(parsers.map(({ name }) => name)).size).toBe(parsers.length);
    expect(parsers.length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(families).length).toBeGreaterThanOrEqual(36);
    for (const parser of parsers) expect(familiesOf(parser).length).toBeGreaterThan(0);
    process.stdout.write(`${table(measured)}\n`);
  });
});

/** One line per parser, with its slowest family. */
function table(all: readonly Measurement[]): string {
  const byParser = Map.groupBy(all, ({ parser }) => parser);
  const lines = [...byParser].map(([name, of]) => {
    const slowest = of.reduce((one, other) => (other.ms > one.ms ? other : one));

    return [
      name.padEnd(34),
      String(slowest.size).padStart(8),
      `${slowest.ms.toFixed(1).padStart(7)} ms`,
      slowest.family,
    ].join('  ');
  });
  const slow = all.filter(isTooSlow).length;

  return [
    `${byParser.size} parsers × ${Math.floor(all.length / byParser.size)} of ${Object.keys(families).length} families, up to ${largest} characters or the caller’s limit: ${slow} too slow`,
    `${'parser'.padEnd(34)}  ${'size'.padStart(8)}  ${'longest'.padStart(10)}  of`,
    ...lines,
  ].join('\n');
}
