import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { portOf } from '../../../infra/local/engines/loopback.ts';

/** Runs a program of the guide with these variables only. */
function run(file: string, variables: Record<string, string>, args: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'outreach-receiver-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { PATH: process.env['PATH'] ?? '', INBOX_FOLDER: folder, ...variables };
  const { status, stderr } = spawnSync(process.execPath, [`events/receivers/${file}`, ...args], {
    env,
    encoding: 'utf8',
  });

  return { status, stderr };
}

test.each([
  ['receiver.mjs', {}],
  ['replay.mjs', {}],
  ['replay.mjs', { API: 'http://127.0.0.1:1', KEY: 'osk_' }],
])('%s prints its usage in one line if a value is missing: %j', (file, variables) => {
  expect(run(file, variables)).toEqual({ status: 1, stderr: expect.stringMatching(/^Usage: .*\n$/) });
});

test('receiver.mjs names a port that is in use, in one line', async () => {
  const server = createServer().listen(0);
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const PORT = String(portOf(server.address()));

  expect(run('receiver.mjs', { WEBHOOK_SECRET: 'whsec_', PORT })).toEqual({
    status: 1,
    stderr: expect.stringMatching(new RegExp(`^listen EADDRINUSE.*${PORT}\\n$`)),
  });
});

test('the folder of the receivers has another variable than the inbox of the local stack', () => {
  expect(run('replay.mjs', { INBOX: '/dev/null/folder' }).stderr).toMatch(/^Usage: /);
});
