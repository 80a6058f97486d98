import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesOf } from './sources.ts';

const testFiles = filesOf('test', '.test.ts');
/** A command with its variables, and the files that it names. */
const command = /((?:[A-Z_]+=\S+ )*)(?:npx )?vitest run((?: test\/[\w./-]+)+)/g;

test('every documented command that names test files runs at least one of each', () => {
  const commands = readCommands();
  const withoutTest = commands.filter(
    ({ names, isWhole }) => !names.every((name) => runsTest(name, isWhole)),
  );

  expect(commands.length).toBeGreaterThan(10);
  expect(withoutTest).toEqual([]);
});

test('a slow test without its variable, and a file that does not exist, are found', () => {
  expect(runsTest('test/fuzz', true)).toBe(true);
  expect(runsTest('test/fuzz', false)).toBe(false);
  expect(runsTest('test/nothing', true)).toBe(false);
});

/** The commands of package.json, of the documents and of the continuous integration. */
function readCommands() {
  const files = execFileSync('git', ['ls-files', '*.md', '*.yml', '.ci', 'package.json'], {
    encoding: 'utf8',
  });

  return files
    .trim()
    .split('\n')
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(command)])
    .map(([text, variables = '', names = '']) => ({
      text,
      names: names.trim().split(' '),
      isWhole: /\bTEST_(?:ALL|TIER)=/.test(variables),
    }));
}

function runsTest(name: string, isWhole: boolean): boolean {
  return testFiles.some((file) => file.startsWith(name) && (isWhole || !file.endsWith('.slow.test.ts')));
}
