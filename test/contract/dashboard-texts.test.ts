import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesOf } from './sources.ts';

const plurals =
  'accounts addresses answers attachments attempts campaigns columns companies contacts days deliveries emails entries events fields files filters hours imports jobs keys minutes recipients replies rows seconds sessions steps tags users values variants webhooks';

/** A plural after the end of an expression, with at most one word between them, such as `} new contacts`. */
const literalPlural = new RegExp(
  `\\}(?: (?!of )\\p{L}+)? (?:${plurals.replaceAll(' ', '|')})\\b(?!=|:|,? ?\\})`,
  'gu',
);
/** The files that wait by the clock of the browser. */
const waitingFiles = /\/(?:api\/clock|api\/connection|api\/waiting|app\/waiting-bar)\.tsx?$/;

const sources = ['.ts', '.tsx']
  .flatMap((ending) => filesOf('infra/dashboard', ending))
  .map((file) => ({ file, lines: readFileSync(file, 'utf8').split('\n') }));

const linesWith = (pattern: RegExp) =>
  sources.flatMap(({ file, lines }) =>
    lines.flatMap((line, index) =>
      line.search(pattern) >= 0 ? [`${file}:${index + 1} ${line.trim()}`] : [],
    ),
  );

test('a number in a text of the dashboard has a noun in singular or plural: countOf', () => {
  expect(sources.length).toBeGreaterThan(200);
  expect(linesWith(literalPlural)).toEqual([]);
});

test('the number of rows of a list is shown by ListCount, which waits for the list', () => {
  expect(linesWith(/formatNumber\(\w*[lL]ist\.rows\.length\)|countOf\(\w*[lL]ist\.rows\.length/)).toEqual([]);
});

test('the dashboard compares times with the clock of the service', () => {
  const withOwnClock = linesWith(/\bDate\.now\b|new Date\(\)/);

  expect(withOwnClock.filter((line) => !waitingFiles.test(line.split(':')[0] ?? ''))).toEqual([]);
});
