import { describe, expect, test } from 'vitest';
import { depthMax, readJson, valuesMax } from '#lib/http/json.ts';
import { Problem } from '#lib/values/problem.ts';
import { cpuTimeOf } from '../../support/cpu-time.ts';
import { selectCases } from '../../support/tier.ts';

const read = (text: string) => readJson(Buffer.from(text));

function ruleOf(text: string): string | undefined {
  try {
    read(text);

    return undefined;
  } catch (error) {
    return error instanceof Problem ? error.details?.[0]?.rule : 'not a problem';
  }
}

test.each([
  '{"a":[1,{"b":"c"}],"d":null}',
  `${'['.repeat(depthMax)}${']'.repeat(depthMax)}`,
  `[${'0,'.repeat(valuesMax - 2)}0]`,
  JSON.stringify(`${'[{'.repeat(50_000)}${','.repeat(50_000)}`),
  String.raw`["\\","\"[[[[[[[[[[[[[[[[[[[[[[[[[","\\\"{{{{{{{{{{{{{{{{{{{{{{{{{{{{","\\\\"]`,
])('parses JSON within the limits: %.40s', (text) => {
  expect(read(text)).toEqual(JSON.parse(text));
});

test.each([
  ['one level too many', `${'['.repeat(depthMax + 1)}${']'.repeat(depthMax + 1)}`, 'too_deep'],
  ['levels that are never closed', '{"a":'.repeat(200_000), 'too_deep'],
  ['one value too many', `[${'0,'.repeat(valuesMax - 1)}0]`, 'too_big'],
  ['empty objects', `[${'{},'.repeat(valuesMax)}{}]`, 'too_big'],
  ['a text without an end', '{"a":"', 'json'],
  ['a text that ends in a backslash', '{"a":"\\', 'json'],
  ['only closing brackets', ']'.repeat(500), 'json'],
  ['nothing', '', 'json'],
])('rejects JSON with %s', (_, text, rule) => {
  expect(ruleOf(text)).toBe(rule);
});

describe('the limits are checked in linear time', () => {
  const pieces: readonly (readonly [name: string, piece: string])[] = [
    ['brackets', '['],
    ['quotes', '"'],
    ['escaped quotes', '\\"'],
    ['backslashes', '\\'],
    ['a text of backslashes and quotes', '"\\\\\\\\'],
    ['commas', ','],
    ['objects', '{"a":'],
  ];

  test.each(selectCases(pieces, 3))('%s', (_, piece) => {
    const timeOf = (length: number) => {
      const bytes = Buffer.from(`"${piece.repeat(Math.ceil(length / piece.length))}`);

      return Math.min(...[1, 2, 3].map(() => cpuTimeOf(() => ruleOf(bytes.toString()))));
    };
    timeOf(100_000);

    // A linear check takes 8 times as long, a quadratic one 64 times. Below 4 ms the measurement varies.
    expect(timeOf(4_000_000)).toBeLessThan(Math.max(timeOf(500_000), 4) * 32);
  });
});

test.each(['1e400', '"\\ud800"'])('a body that is only %s has an error of the body', (text) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({ details: [expect.objectContaining({ path: 'body' })] }),
  );
});
