import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { hasFaults } from '../support/faults.ts';

const run = promisify(execFile);

// 1,000 emails take a minute, so this test runs only in the whole tier.
test.runIf(process.env['TEST_ALL'])(
  'the demo sends 1,000 contacts of a file an email and a webhook, and reports it',
  { timeout: hasFaults ? 900_000 : 400_000 },
  async () => {
    const leftBefore = leftFolders();
    // Rejects on a nonzero exit code.
    const { stdout } = await run(process.execPath, ['infra/local/demo/main.ts']);

    expect(stdout).toMatch(/mails in the inbox +1000 {2}✓/);
    expect(stdout).not.toContain('✗');
    expect(leftFolders()).toEqual(leftBefore);
  },
);

function leftFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('outreach-demo-'));
}
