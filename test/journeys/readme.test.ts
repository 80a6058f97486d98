import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished, test } from 'vitest';
import { startStack } from '../support/run-stack.ts';

test('the tour of the README works as it is written', { timeout: 120_000 }, async () => {
  const stateFolder = mkdtempSync(join(tmpdir(), 'outreach-tour-'));
  const stack = await startStack({ stateFolder, assembly: join(inject('stateFolder'), 'assembly') });
  onTestFinished(() => stack.stop());

  const script = tourOf(readFileSync('README.md', 'utf8'))
    .replaceAll('local -- ', `local -- --state ${stateFolder} `)
    .replaceAll('admin -- connect-account', `admin -- connect-account --state ${stateFolder}`);
  const { stdout } = await promisify(execFile)('bash', ['-euc', script]);

  expect(stdout).toContain('"total":3,"created":2,"skipped":0,"duplicatesInFile":0,"failed":1');
  expect(stdout).toContain('"status":"active"');
  await expect
    .poll(async () => (await fetch(`${stack.report.mail.webUrl}/api/stats`)).json(), { timeout: 30_000 })
    .toEqual({ count: 2, recipients: 2 });
});

/** Every shell block between the markers, in order. */
function tourOf(readme: string): string {
  const tour = readme.split('<!-- tour -->')[1]?.split('<!-- /tour -->')[0] ?? '';

  return [...tour.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block).join('\n');
}
