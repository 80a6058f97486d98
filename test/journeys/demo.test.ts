import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const run = promisify(execFile);

// A thousand mails take a minute: only where there is time for it.
test.runIf(process.env['TEST_ALL'])(
  'the demo brings a thousand contacts from a file to the inbox and to a webhook, and says so',
  { timeout: 400_000 },
  async () => {
    const leftBefore = leftFolders();
    // Rejects unless the status is 0.
    const { stdout } = await run(process.execPath, ['infra/local/demo/main.ts']);

    expect(stdout).toMatch(/mails in the inbox +1000 {2}✓/);
    expect(stdout).not.toContain('✗');
    expect(leftFolders()).toEqual(leftBefore);
  },
);

function leftFolders(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith('outreach-demo-'));
}
