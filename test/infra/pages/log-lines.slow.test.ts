import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesOf } from '../../contract/sources.ts';

/** Code spans of several words that are commands or terms of AWS. */
const others = /^(?:cdk|npm|git|aws) |^warm throughput$/;

test.each(['infra/RUNBOOK.md', 'infra/OPERATING.md'])('every log line that %s quotes is logged', (page) => {
  const sources = [...filesOf('lib', '.ts'), ...filesOf('infra', '.ts')].map((file) =>
    readFileSync(file, 'utf8'),
  );
  const quoted = [...readFileSync(page, 'utf8').matchAll(/`([a-z]+(?: [a-z]+)+)`/g)].map(
    ([, line = '']) => line,
  );
  const isLogged = (line: string) => sources.some((source) => source.includes(line));

  expect(quoted.filter((line) => !others.test(line) && !isLogged(line))).toEqual([]);
});
